import { delays } from '../../functions/delivery/schedule.ts';
import { hour } from '../../functions/durations.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';

export const day = 24 * hour;
const by = 'admin@example.com';

/** Picks pseudorandomly, with the same result at each start. */
export type PickOf = <T>(what: string, from: readonly T[]) => T;

type Story = Pick<SubmissionRecord, 'delivery' | 'attempts' | 'tries'>;

/** Start of each delivery attempt, in milliseconds after the lead's arrival. */
const starts = delays.map((_, i) => delays.slice(0, i + 1).reduce((sum, delay) => sum + delay, 0));
const scheduleEnds = starts.at(-1) ?? 0;

/** Ages in hours of leads that arrived while the webhook was down. Delivery of the oldest has been given up. */
const outages = [
  [1.5, 2.5],
  [8, 10],
  [30, 34],
  [78, 92],
] as const;

export const at = (time: number): string => new Date(time).toISOString();

export function storyOf(came: number, now: number): Story {
  const age = (now - came) / hour;
  const isDown = outages.some(([least, most]) => age > least && age < most);
  return isDown ? failing(came, now) : delivered(came);
}

/** All attempts failed so far. If there is no next attempt, delivery has been given up. */
function failing(came: number, now: number): Story {
  const past = starts.filter((start) => came + start < now);
  const next = starts[past.length];
  return {
    delivery:
      next === undefined
        ? { state: 'failed', at: at(came + scheduleEnds + 10_000) }
        : { state: 'pending', next_attempt_at: at(came + next) },
    attempts: past.map((start, i) => ({
      at: at(came + start + 300),
      ...(i % 3 === 2
        ? { ms: 10_000, error: 'no answer within 10 s' }
        : { ms: 212, status: 503, answer: 'The CRM is down for maintenance.' }),
    })),
    tries: past.length,
  };
}

function delivered(came: number): Story {
  const success = { at: at(came + 300), ms: 84 + (came % 90), status: 204 };
  return {
    delivery: { state: 'delivered', at: at(came + 300 + success.ms) },
    attempts: [success],
    tries: 1,
  };
}

const notes = [
  'Wants ten leads to start with, Katy and Cypress only.',
  'Her husband decides. Both are on vacation until next week.',
  'Asked for two references in the trade. Sent them.',
];

/** Frequent outcomes are listed several times. */
const outcomes = [
  { state: 'won', amount: 4200 },
  { state: 'won', amount: 950 },
  { state: 'won', amount: 12_750 },
  { state: 'won' },
  { state: 'lost', reason: 'no-answer' },
  { state: 'lost', reason: 'price', words: 'Pays half as much where he is now.' },
  { state: 'lost', reason: 'price' },
  { state: 'lost', reason: 'not-now', words: 'Fully booked until spring.' },
  { state: 'not-a-lead', reason: 'duplicate' },
  { state: 'talking' },
] as const;

/** Milliseconds until the call of these new leads. One call is overdue. */
const calls = new Map([
  [6, -hour / 12],
  [9, 3 * hour],
  [12, 26 * hour],
]);

/** Outcome and notes of an answered lead. Most leads are closed after a week. */
export function followUpOf(answered: number, now: number, pick: PickOf) {
  const age = now - answered;
  const isOpen = age < day || pick('is open', [true, age < 7 * day, false, false]);
  const then = at(answered + Math.min(age / 2, pick('follows', [hour, day, 3 * day])));
  const note = { id: crypto.randomUUID(), at: then, by, text: pick('note', notes) };
  return {
    outcome: isOpen ? null : { ...pick('outcome', outcomes), at: then, by },
    ...(pick('has a note', [true, false, false]) && { notes: [note] }),
  };
}

export function callBackOf(lead: number, now: number) {
  const wait = calls.get(lead);
  return wait === undefined ? {} : { call_back: { at: at(now + wait), by } };
}
