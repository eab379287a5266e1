import type { Pick } from './deliveries.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const by = 'admin@example.com';
const timeOf = (time: number): string => new Date(time).toISOString();

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
  [6, -5 * 60_000],
  [9, 3 * hour],
  [12, 26 * hour],
]);

/** What became of a lead after it was answered. Most are closed after a week. */
export function followUpOf(answered: number, now: number, pick: Pick) {
  const age = now - answered;
  const isOpen = age < day || pick('is open', [true, age < 7 * day, false, false]);
  const at = timeOf(answered + Math.min(age / 2, pick('follows', [hour, day, 3 * day])));
  const note = { id: crypto.randomUUID(), at, by, text: pick('note', notes) };
  return {
    outcome: isOpen ? null : { ...pick('outcome', outcomes), at, by },
    ...(pick('has a note', [true, false, false]) && { notes: [note] }),
  };
}

export function callBackOf(lead: number, now: number) {
  const wait = calls.get(lead);
  return wait === undefined ? {} : { call_back: { at: timeOf(now + wait), by } };
}
