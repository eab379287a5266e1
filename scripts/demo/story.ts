import { delays } from '../../functions/delivery/schedule.ts';
import { hour } from '../../functions/durations.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';

export const day = 24 * hour;
const by = 'admin@example.com';

/** Looks random, and is the same at each start. */
export type PickOf = <T>(what: string, from: readonly T[]) => T;

type Story = Pick<SubmissionRecord, 'delivery' | 'attempts' | 'tries'>;

/** When a lead's attempts begin, in milliseconds after its arrival. */
const starts = delays.map((_, i) => delays.slice(0, i + 1).reduce((sum, it) => sum + it, 0));
const scheduleEnds = starts.at(-1) ?? 0;

/** The ages, in hours, of leads that came while the webhook was down. Those of the last were given up. */
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

/** All attempts until now have failed. It is still being tried, or was given up after the last one. */
function failing(came: number, now: number): Story {
  const made = starts.filter((it) => came + it < now);
  const next = starts[made.length];
  return {
    delivery:
      next === undefined
        ? { state: 'failed', at: at(came + scheduleEnds + 10_000) }
        : { state: 'pending', next_attempt_at: at(came + next) },
    attempts: made.map((start, i) => ({
      at: at(came + start + 300),
      ...(i % 3 === 2
        ? { ms: 10_000, error: 'no answer within 10 s' }
        : { ms: 212, status: 503, answer: 'The CRM is down for maintenance.' }),
    })),
    tries: made.length,
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

/** Each is as frequent as here. */
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

/** In how much time each of these leads is to be called. They are new, and one call is due. */
const calls = new Map([
  [6, -hour / 12],
  [9, 3 * hour],
  [12, 26 * hour],
]);

/** What became of a lead after it was answered. Most are closed after a week. */
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
