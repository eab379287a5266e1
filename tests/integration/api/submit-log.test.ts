import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { aSubmission, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const submit = (body: unknown) => post(api.submitContact, body);

describe('the log of submissions', () => {
  test('says what happened to each, by its id', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    await submitContact(submit(lead), world.deps);
    await submitContact(submit(lead), world.deps);
    await submitContact(submit({ ...lead, name: 'Another' }), world.deps);
    expect(world.events).toEqual([
      { event: 'submission', id: lead.id, delivery: 'off' },
      { event: 'submission-known', id: lead.id },
      { event: 'id-taken', id: lead.id },
    ]);
  });

  test('says which one could not be stored', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    const create = () => Promise.reject(new StoreUnavailable('no disk'));
    const store = Object.assign(Object.create(world.store) as Store, { create });
    const deps = { ...world.deps, store: () => Promise.resolve(store) };
    expect((await submitContact(submit(lead), deps)).status).toBe(503);
    expect(world.events).toContainEqual({ event: 'submission-not-stored', id: lead.id });
  });

  test('has nothing about the person', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    await submitContact(submit(lead), world.deps);
    const written = JSON.stringify(world.events);
    expect(written).toContain(lead.id);
    for (const value of [lead.name, lead.email, lead.phone, lead.company, lead.message]) {
      expect(written).not.toContain(value);
    }
  });
});
