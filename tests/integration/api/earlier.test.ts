import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { eraseIn } from '../../support/worlds/stored.ts';
import { aSubmission, bearer, get, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const ann = { email: 'ann@lopez.example', phone: '(713) 555-0142', company: 'Lopez Roofing' };
const bob = { email: 'bob@lopez.example', phone: '713-555-0143', company: 'Lopez Roofing' };

function open() {
  let minutes = 0;
  const world = aWorld({ now: () => new Date(Date.UTC(2026, 4, 3, 15, minutes)) });
  /** Sends a form a minute later, and returns what is stored. */
  const submit = async (fields: object, deps = world.deps) => {
    minutes += 1;
    const lead = aSubmission({ message: `Lead ${minutes}`, ...fields });
    expect((await submitContact(post(api.submitContact, lead), deps)).status).toBe(201);
    await world.settle();
    return world.store.get(lead.id);
  };
  return { world, submit, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('a person who asks again', () => {
  test('is known by e-mail or phone, however they are typed', async () => {
    await using it = open();
    const first = await it.submit(ann);
    const second = await it.submit({ ...ann, email: 'Ann@LOPEZ.example', phone: '555-9999' });
    const third = await it.submit({ ...ann, email: 'ann@home.example', phone: '+1 713 555 0142' });
    const fourth = await it.submit(ann);
    expect(first?.earlier).toBeUndefined();
    const by = (lead: typeof first, how: string) => ({
      id: lead?.id,
      at: lead?.created_at,
      by: how,
    });
    expect(second?.earlier).toEqual([by(first, 'email')]);
    expect(third?.earlier).toEqual([by(first, 'phone')]);
    expect(fourth?.earlier).toEqual([by(first, 'both'), by(second, 'email'), by(third, 'phone')]);
  });

  test('has nothing in common with a colleague whose phone they used once', async () => {
    await using it = open();
    await it.submit(ann);
    const shared = await it.submit({ ...bob, phone: ann.phone });
    const own = await it.submit(bob);
    expect(shared?.earlier).toHaveLength(1);
    // The first request has nothing in common with this one.
    expect(own?.earlier).toEqual([expect.objectContaining({ id: shared?.id, by: 'email' })]);
  });

  test('is marked in the inbox, until the earlier request is erased', async () => {
    await using it = open();
    const first = await it.submit(ann);
    await it.submit(ann);
    const headers = bearer(await it.world.signIn({ admin: true }));
    const listed = async () => {
      const response = await submissions(get(api.submissions, headers), it.world.deps);
      const page = submissionsPageSchema.parse(await response.json());
      return page.submissions.map(({ earlier }) => earlier?.length);
    };
    expect(await listed()).toEqual([1, undefined]);
    await eraseIn(it.world.store, first?.id ?? '');
    expect(await listed()).toEqual([0]);
  });

  test('is stored without a mark if the earlier requests can’t be read', async () => {
    await using it = open();
    await it.submit(ann);
    const { store } = it.world;
    const latestOf = () => Promise.reject(new StoreUnavailable('The index is missing'));
    const broken: Store = { ...store, latestOf };
    const again = await it.submit(ann, { ...it.world.deps, store: () => Promise.resolve(broken) });
    expect(again).toMatchObject({ email: ann.email });
    expect(again?.earlier).toBeUndefined();
    expect(it.world.events).toContainEqual({
      event: 'earlier-not-read',
      error: 'StoreUnavailable: The index is missing',
    });
  });
});
