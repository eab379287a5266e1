import { expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { submissionsPageSchema, type Delivery } from '../../../src/shared/submission.ts';
import { damageRow } from '../../support/worlds/each-engine.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { second } from '../../support/builders/record.ts';
import { get } from '../../support/builders/requests.ts';
import { staff } from '../../../functions/staff.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

const failed: Delivery = { state: 'failed', at: second(9), since: second(1) };

const open = async (delivery: Delivery = failed) => {
  const world = await staffWorld();
  const { id } = await world.lead({ delivery });
  return {
    ...world,
    id,
    settle: (settled: unknown, submissionId = id) =>
      world.post(api.settleSubmission, { submissionId, settled }),
    delivery: async () => (await world.store.get(id))?.delivery,
    listed: async (delivery: string) => {
      const { body } = await world.get(`${api.submissions}?delivery=${delivery}`);
      return submissionsPageSchema.parse(body).submissions.map((it) => it.id);
    },
  };
};

test('a lead that was given up is settled, in the list, the export and the audit log, and back', async () => {
  const { id, settle, delivery, listed, entries, deps, headers, store } = await open();
  const settled = {
    state: 'settled',
    at: deps.now().toISOString(),
    by: 'sam@example.com',
    given_up_at: second(9),
    since: second(1),
  };
  for (const answer of [await settle(true), await settle(true)])
    expect(answer).toEqual({ status: 200, body: { delivery: settled } });
  expect(await delivery()).toEqual(settled);
  expect([await listed('settled'), await listed('failed')]).toEqual([[id], []]);
  const csv = await (await staff(get(api.submissionsCsv, headers), deps)).text();
  expect(readCsv(csv)[1]).toContain('settled');
  expect((await store.undelivered('failed', '9999')).count).toBe(0);

  expect(await settle(false)).toEqual({ status: 200, body: { delivery: failed } });
  expect(await delivery()).toEqual(failed);
  expect(await entries()).toMatchObject([
    { event: { action: 'reopened', submission: id } },
    { event: { action: 'exported' } },
    { by: { name: 'sam@example.com' }, event: { action: 'settled', submission: id } },
  ]);
});

test('a settled lead can still be resent', async () => {
  const { id, settle, post, delivery, receiver } = await open();
  await settle(true);
  receiver.next({ status: 500 });
  expect((await post(api.resendToWebhook, { submissionId: id })).status).toBe(502);
  expect(await delivery()).toMatchObject({ state: 'settled' });
  expect((await post(api.resendToWebhook, { submissionId: id })).status).toBe(200);
  expect(await delivery()).toMatchObject({ state: 'delivered' });
});

test.each([
  { state: 'pending', next_attempt_at: second(9) },
  { state: 'delivered', at: second(1) },
  { state: 'off' },
  { state: 'held', reasons: ['honeypot'] },
] satisfies Delivery[])('a lead that is $state can’t be settled', async (before) => {
  const { settle, delivery, entries } = await open(before);
  expect(await settle(true)).toEqual({
    status: 409,
    body: { error: 'Only a lead that was given up can be settled.' },
  });
  expect(await delivery()).toEqual(before);
  expect(await entries()).toEqual([]);
});

test('settling says what is missing, and which lead isn’t there', async () => {
  const { settle } = await open();
  expect(await settle('yes')).toEqual({
    status: 400,
    body: { error: 'Please send settled as true or false.' },
  });
  expect((await settle(true, 'nobody')).status).toBe(404);
});

test('a lead that can’t be read is refused with a sentence, whatever an admin does with it', async () => {
  const { id, settle, post, folder } = await open();
  await damageRow(folder, id, { attempts: 'of a newer version' });
  const sentence = { error: expect.stringMatching(/^This lead can’t be read here: /) as string };
  for (const answer of [
    await post(api.resendToWebhook, { submissionId: id }),
    await settle(true),
    await post(api.answerSubmission, { submissionId: id, answered: true }),
  ])
    expect(answer).toEqual({ status: 409, body: sentence });
});
