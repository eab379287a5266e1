import { describe, expect, test } from 'vitest';
import type { Deps } from '../../../functions/deps.ts';
import type { Store } from '../../../functions/store/port.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { engines } from '../../support/worlds/engines.ts';
import { fields } from '../../support/builders/plain-form.ts';
import { openLimitWorld } from '../../support/worlds/limit-world.ts';
import { aSubmission, post, postForm } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const press = async (deps: Deps) => (await submitContact(postForm(fields), deps)).status;

const idsIn = async (store: Store) =>
  (await store.page({ filter: {}, limit: 10 })).records.map(({ id }) => id);

const erasedAt = '2026-03-02T15:30:00.000Z';

describe('the id of a form without JavaScript', () => {
  test('is a UUID, the same for the same words', async () => {
    await using world = aWorld();
    expect(await Promise.all([press(world.deps), press(world.deps)])).toEqual([303, 303]);
    expect(await idsIn(world.store)).toEqual([
      expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
    ]);
  });

  test('is another one on the next day in UTC', async () => {
    let time = '2026-03-02T23:59:59.999Z';
    await using world = aWorld({ now: () => new Date(time) });
    await press(world.deps);
    await press(world.deps);
    time = '2026-03-03T00:00:00.000Z';
    await press(world.deps);
    expect(await idsIn(world.store)).toHaveLength(2);
  });

  test('can not be computed from the words without the key', async () => {
    await using one = aWorld();
    await using other = aWorld();
    await press(one.deps);
    await press(other.deps);
    expect(await idsIn(one.store)).not.toEqual(await idsIn(other.store));
  });

  test('is taken when the same words were erased eleven times in a day', async () => {
    await using world = aWorld();
    for (let erasures = 0; erasures <= 10; erasures += 1) {
      expect(await press(world.deps)).toBe(303);
      await world.store.erase(await idsIn(world.store), erasedAt);
    }
    expect(await press(world.deps)).toBe(409);
  });

  test('is not the id of a form with JavaScript that says the same', async () => {
    await using world = aWorld();
    await press(world.deps);
    const json = await submitContact(post('/api/submit-contact', aSubmission()), world.deps);
    expect(json.status).toBe(201);
    expect(await idsIn(world.store)).toHaveLength(2);
  });

  test('is the one that the island had sent without an answer, if the words are the same', async () => {
    await using world = aWorld();
    const sent = aSubmission({ website: '' });
    await submitContact(post('/api/submit-contact', sent), world.deps);
    const again = async (more: Partial<typeof fields>) =>
      (await submitContact(postForm({ ...fields, unconfirmed: sent.id, ...more }), world.deps)).status;
    expect(await again({})).toBe(303);
    expect(await idsIn(world.store)).toEqual([sent.id]);
    expect(await again({ company: 'Another company' })).toBe(303);
    expect(await idsIn(world.store)).toHaveLength(2);
  });

  test('is made from the words if the form names none that is valid', async () => {
    await using world = aWorld();
    await press(world.deps);
    const named = await submitContact(postForm({ ...fields, unconfirmed: 'mine' }), world.deps);
    expect(named.status).toBe(303);
    expect(await idsIn(world.store)).toHaveLength(1);
  });
});

describe.each(engines)('a plain form on $engine after its lead was erased', ({ emulatorHost }) => {
  test('is a new lead on the same day, and only one however often it is sent', async () => {
    await using world = await openLimitWorld(emulatorHost);
    const erased: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      expect(await press(world.deps)).toBe(303);
      expect(await press(world.deps)).toBe(303);
      const ids = await idsIn(world.store);
      expect(ids).toHaveLength(1);
      expect(erased).not.toContain(ids[0]);
      erased.push(...ids);
      await world.store.erase(ids, erasedAt);
    }
  });

  test('is one new lead when it is sent twice at once', async () => {
    await using world = await openLimitWorld(emulatorHost);
    await press(world.deps);
    await world.store.erase(await idsIn(world.store), erasedAt);
    expect(await Promise.all([press(world.deps), press(world.another())])).toEqual([303, 303]);
    expect(await idsIn(world.store)).toHaveLength(1);
  });
});
