import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { aSubmission, post } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';
import { eraseIn } from '../../support/worlds/stored.ts';

test('a person who asks again is marked in the inbox, until the earlier request is erased', async () => {
  const { get, deps, store } = await staffWorld();
  const [first, second] = [aSubmission({ message: 'One' }), aSubmission({ message: 'Two' })];
  for (const it of [first, second])
    expect((await submitContact(post(api.submitContact, it), deps)).status).toBe(201);
  const marks = async () => {
    const { submissions } = submissionsPageSchema.parse((await get(api.submissions)).body);
    return submissions.find(({ id }) => id === second.id)?.earlier?.map(({ id, by }) => [id, by]);
  };
  expect(await marks()).toEqual([[first.id, 'both']]);
  await eraseIn(store, first.id);
  expect(await marks()).toEqual([]);
});

test('a person who asks again is stored without a mark if the earlier requests can’t be read', async () => {
  const { deps, store, events } = await staffWorld();
  const earlierOf = () => Promise.reject(new StoreUnavailable('The index is missing'));
  const broken: Store = { ...store, earlierOf };
  const lead = aSubmission();
  const world = { ...deps, store: () => Promise.resolve(broken) };
  expect((await submitContact(post(api.submitContact, lead), world)).status).toBe(201);
  expect((await store.get(lead.id))?.earlier).toBeUndefined();
  expect(events).toContainEqual({
    event: 'earlier-not-read',
    error: 'StoreUnavailable: The index is missing',
  });
});
