import { expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { amountLimit, lostWordsLimit, noteLimit } from '../../../src/shared/follow-up.ts';
import { aRecord } from '../../support/builders/record.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

const now = '2026-03-02T15:04:05.678Z';
const id = crypto.randomUUID();

const noOutcome = 'Please choose talking, won, lost or not a lead, or null for an open lead.';
const noAmount = 'The amount must be in dollars, from 0 to 10,000,000, with two decimals at most.';
const noReason = 'Please choose one of the reasons.';
const noTime = 'Please send the time of the call as at, like 2026-11-25T15:00:00Z, or null.';
const noNote = 'Please send a note with a valid id, or the id of the one to remove.';
const noBody = 'Please send the submission’s id as submissionId.';

/** The field that the sentence is about, and what is wrong there. */
const badOutcomes: [string, unknown][] = [
  [noOutcome, undefined],
  [noOutcome, 'won'],
  [noOutcome, { is: 'sold' }],
  [noAmount, { is: 'won', amount: -1 }],
  [noAmount, { is: 'won', amount: '4200' }],
  [noAmount, { is: 'won', amount: null }],
  [noAmount, { is: 'won', amount: 1.005 }],
  [noAmount, { is: 'won', amount: 1e9 }],
  [noAmount, { is: 'won', amount: amountLimit + 0.01 }],
  [noReason, { is: 'lost', reason: 'weather' }],
  [noReason, { is: 'lost' }],
  [noReason, { is: 'not-a-lead', reason: 'price' }],
  ['Please send the words as text.', { is: 'lost', reason: 'price', words: 1 }],
  [
    'Please use at most 200 characters.',
    { is: 'lost', reason: 'price', words: 'x'.repeat(lostWordsLimit + 1) },
  ],
];

const badTimes: [string, unknown][] = [
  ['This time has passed. Please choose a later one.', '2026-03-02T15:03:00Z'],
  ['Please choose a time within a year.', '2027-03-04T15:00:00Z'],
  [noTime, undefined],
  [noTime, 'tomorrow'],
  [noTime, '2026-02-30T15:00:00Z'],
  [noTime, 1],
];

const badNotes: [string, unknown][] = [
  ['Please write something.', { id, text: ' \n' }],
  ['Please write something.', { id, text: null }],
  ['Please use at most 2,000 characters.', { id, text: 'x'.repeat(noteLimit + 1) }],
  [noNote, { id: 'one', text: 'Hello' }],
  [noNote, 'Hello'],
];

test.each([
  ...badOutcomes.map(([error, outcome]) => ({
    path: api.outcome,
    error,
    field: 'outcome',
    body: { outcome, was: null },
  })),
  ...badTimes.map(([error, at]) => ({
    path: api.callBack,
    error,
    field: 'at',
    body: { at, was: null },
  })),
  ...badNotes.map(([error, note]) => ({ path: api.note, error, field: 'note', body: { note } })),
])('$path refuses what is wrong: “$error”', async ({ path, error, field, body }) => {
  const { lead, post, store, entries } = await staffWorldWithLead();
  const refused = { status: 422, body: { error, field } };
  expect(await post(path, { submissionId: lead.id, ...body })).toEqual(refused);
  expect([await store.get(lead.id), await entries()]).toEqual([lead, []]);
});

test.each([{}, { note: { id, text: 'Hello' }, remove: id }])(
  'a call about notes writes one or removes one: %j',
  async (body) => {
    const { lead, post } = await staffWorldWithLead();
    expect(await post(api.note, { submissionId: lead.id, ...body })).toEqual({
      status: 400,
      body: { error: noNote },
    });
  },
);

test.each([
  [api.outcome, { outcome: { is: 'won' }, was: null }],
  [api.callBack, { at: '2026-03-02T15:04:00Z', was: null }],
  [api.note, { note: { id, text: 'Hello' } }],
])('%s doesn’t know erased and trial leads, and says what it can’t read', async (path, body) => {
  const { lead, post, store } = await staffWorldWithLead();
  const submissionId = lead.id;
  for (const was of [undefined, 'open', { at: 'then' }])
    if ('was' in body) expect((await post(path, { submissionId, ...body, was })).status).toBe(422);
  expect(await post(path, body)).toEqual({ status: 400, body: { error: noBody } });
  expect((await post(path, { submissionId, ...body })).status).toBe(200);

  const trial = aRecord({ test: true });
  await store.create(trial);
  await store.erase([lead.id], now);
  for (const unknown of [trial.id, lead.id])
    expect(await post(path, { submissionId: unknown, ...body })).toEqual({
      status: 404,
      body: { error: 'There is no such submission.' },
    });
  expect(await store.get(trial.id)).toEqual(trial);
});

async function staffWorldWithLead() {
  const world = await staffWorld();
  return { ...world, lead: await world.lead() };
}
