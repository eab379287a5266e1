/** An invalid or too long request, or one about an unknown lead, is refused with a sentence. */
import { expect, test } from 'vitest';
import type { Store } from '../../../functions/store/port.ts';
import { api, searchLimit } from '../../../src/shared/api.ts';
import { adNameLimit } from '../../../src/shared/attribution.ts';
import { limits, originLimit } from '../../../src/shared/fields.ts';
import { amountLimit, lostWordsLimit, noteLimit } from '../../../src/shared/follow-up-schema.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aboutLead, now, staffWorld } from '../../support/worlds/staff-world.ts';

const failed: Delivery = { state: 'failed', at: now };

const noOutcome = 'The outcome must be one of open, talking, won, lost, not-a-lead.';
const noAmount = 'Enter dollars from 0 to 10,000,000, with at most two decimals.';
const noReason = 'Please choose one of the reasons.';
const onlyWon = 'Only a lead that was won has an amount.';
const onlyLost = 'Only a lead that was lost, or that is none, has a reason.';
const noTime = 'Please send the time of the call as at, like 2026-11-25T15:00:00Z, or null.';
const noLead = 'There is no such submission.';
const noBody = 'Please send the submission’s id as submissionId.';

/** The field that the sentence is about, and the error. */
const badOutcomes: [field: string, error: string, sent: object][] = [
  ['outcome', noOutcome, {}],
  ['outcome', noOutcome, { outcome: 'sold' }],
  ...[-1, '4200', null, 1.005, 1e9, amountLimit + 1].map((amount): [string, string, object] => [
    'amount',
    noAmount,
    { outcome: 'won', amount },
  ]),
  ['amount', onlyWon, { outcome: 'lost', reason: 'price', amount: 1 }],
  ['amount', onlyWon, { outcome: 'open', amount: 1 }],
  ['reason', onlyLost, { outcome: 'won', reason: 'price' }],
  ['reason', noReason, { outcome: 'lost' }],
  ['reason', noReason, { outcome: 'not-a-lead', reason: 'price' }],
  ['words', 'Please send the words as text.', { outcome: 'lost', reason: 'price', words: 1 }],
  [
    'words',
    'Please use at most 200 characters.',
    { outcome: 'lost', reason: 'price', words: 'x'.repeat(lostWordsLimit + 1) },
  ],
];

const badTimes: [string, unknown][] = [
  ['This time has passed. Please choose a later one.', '2026-03-02T15:03:00Z'],
  ['Please choose a time within a year.', '2027-03-04T15:00:00Z'],
  [noTime, undefined],
  [noTime, '2026-02-30T15:00:00Z'],
  [noTime, 1],
];

const badNotes: [field: string, error: string, sent: object][] = [
  ['text', 'Please write something.', { text: ' \n' }],
  ['text', 'Please write something.', { text: null }],
  ['text', 'Please use at most 2,000 characters.', { text: 'x'.repeat(noteLimit + 1) }],
  ['id', 'Please send the note’s id as id.', { id: 1, text: 'Hello' }],
  ['was', 'Please send the text that you saw as was.', { id: 'one', was: 1, text: 'Hello' }],
  ['newId', 'Please make a UUID for newId.', { newId: 'one', text: 'Hello' }],
];

test.each([
  ...badOutcomes.map((it) => [api.outcome, ...it] as const),
  ...badTimes.map(([error, at]) => [api.callBack, 'at', error, { at }] as const),
  ...badNotes.map((it) => [api.note, ...it] as const),
])('%s refuses a wrong %s: “%s”', async (path, field, error, sent) => {
  const { lead, ask, stored, entries } = await aboutLead(path);
  expect(await ask(sent)).toEqual({ status: 422, body: { error, field } });
  expect([await stored(), await entries()]).toEqual([lead, []]);
});

test.each([
  [api.answerSubmission, { answered: true }],
  [api.archiveSubmission, { archived: true }],
  [api.outcome, { outcome: 'won', was: null }],
  [api.callBack, { at: '2026-03-02T09:04:06-06:00', was: null }],
  [api.note, { text: 'Hello' }],
])(
  '%s answers 404 for an erased lead, and refuses an unreadable body with a sentence',
  async (path, body) => {
    const { lead, post, store } = await aboutLead(path, { delivery: failed });
    const submissionId = lead.id;
    for (const was of ['open', { at: 'then' }])
      if ('was' in body)
        expect((await post(path, { submissionId, ...body, was })).status).toBe(422);
    for (const sent of [body, { ...body, submissionId: 5 }, { ...body, submissionId: '' }, []])
      expect(await post(path, sent)).toEqual({ status: 400, body: { error: noBody } });
    expect((await post(path, { submissionId, ...body })).status).toBe(200);

    await store.erase([lead.id], now);
    expect(await post(path, { submissionId, ...body })).toEqual({
      status: 404,
      body: { error: noLead },
    });
  },
);

test('a resend finds no lead if it was erased in the meantime', async () => {
  const { lead, ask, store, deps, receiver } = await aboutLead(api.resendToWebhook);
  const change: Store['change'] = async (...claim) => {
    await store.erase([lead.id], now);
    return store.change(...claim);
  };
  const erasing = Object.assign(Object.create(store) as Store, { change });
  deps.store = () => Promise.resolve(erasing);
  expect(await ask({})).toEqual({ status: 404, body: { error: noLead } });
  expect(receiver.arrivals).toEqual([]);
});

type World = Awaited<ReturnType<typeof staffWorld>>;
type Ask = (world: World, text: string) => Promise<{ status: number }>;

/** A text of this length in UTF-16 units: emoji of two units each, and a letter if the length is odd. */
const ofLength = (length: number): string => '🌳'.repeat(length / 2) + 'a'.repeat(length % 2);

const calls: [string, number, Ask, accepted: number, refused: number][] = [
  ['the search', searchLimit, ({ post }, q) => post(api.search, { q }), 200, 400],
  ...(['industry', 'campaign'] as const).map((name): (typeof calls)[number] => [
    `the filter ${name}`,
    name === 'campaign' ? originLimit : limits.industry,
    ({ get }, text) => get(`${api.submissions}?${new URLSearchParams({ [name]: text })}`),
    200,
    400,
  ]),
  [
    'the name of a campaign that cost something',
    adNameLimit,
    ({ post }, campaign) => post(api.spent, { month: '2026-02', campaign, dollars: 5, was: null }),
    200,
    422,
  ],
  [
    'an address to erase',
    limits.email,
    ({ post }, text) =>
      post(api.erasePerson, {
        email: `${'a'.repeat(text.length - '@example.com'.length)}@example.com`,
      }),
    200,
    422,
  ],
  [
    'a note',
    noteLimit,
    async ({ post, lead }, text) => post(api.note, { submissionId: (await lead()).id, text }),
    200,
    422,
  ],
  ['an id', 100, ({ post }, submissionId) => post(api.resendToWebhook, { submissionId }), 404, 400],
];

test.each(calls)('%s may have at most %i characters', async (_, limit, ask, accepted, refused) => {
  const world = await staffWorld();
  expect((await ask(world, ofLength(limit))).status).toBe(accepted);
  expect((await ask(world, ofLength(limit + 1))).status).toBe(refused);
});
