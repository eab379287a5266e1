import { delays } from '../../functions/delivery/schedule.ts';
import type { Attempt, Delivery } from '../../src/shared/submission.ts';

const hour = 60 * 60_000;

/** The history of a lead since it came, and how many attempts the schedule made. */
export interface Story {
  delivery: Delivery;
  attempts: Attempt[];
  tries: number;
}

/** How long after its arrival a lead's attempts begin. */
const starts = delays.map((_, i) => delays.slice(0, i + 1).reduce((sum, it) => sum + it, 0));
const scheduleEnds = starts.at(-1) ?? 0;

/** Before this age, the company had no webhook. */
const firstWebhook = 57 * 24 * hour;
/** Leads of these ages, in hours, came while the webhook was down, and are still being tried. */
const stillTried = [
  [1.5, 2.5],
  [8, 10],
  [30, 34],
] as const;
/** Leads of this age were given up. */
const givenUp = [78, 92] as const;

const at = (time: number): string => new Date(time).toISOString();

export const deliveredAtOnce = (came: number): Story => delivered(came, 0);

/** Delivered by the attempt after so many failed ones. */
export function delivered(came: number, failures: number): Story {
  const time = came + (starts[failures] ?? 0);
  const success = { at: at(time + 300), ms: 84 + (time % 90), status: 204 };
  return {
    delivery: { state: 'delivered', at: at(time + 300 + success.ms) },
    attempts: [...failed(came, failures), success],
    tries: failures + 1,
  };
}

/** Given up after the last attempt; an admin's resend has arrived since. */
export function resent(came: number, by: string): Story {
  const story = gaveUp(came);
  const time = came + scheduleEnds + 5 * hour;
  const success = { at: at(time), ms: 131, status: 200, by };
  return {
    ...story,
    delivery: { state: 'delivered', at: at(time + success.ms) },
    attempts: [...story.attempts, success],
  };
}

const gaveUp = (came: number): Story => ({
  delivery: { state: 'failed', at: at(came + scheduleEnds + 10_000) },
  attempts: failed(came, starts.length),
  tries: starts.length,
});

function stillTrying(came: number, now: number): Story {
  const tries = starts.filter((it) => came + it < now).length;
  const next = came + (starts[tries] ?? scheduleEnds);
  return {
    delivery: { state: 'pending', next_attempt_at: at(next) },
    attempts: failed(came, tries),
    tries,
  };
}

const failed = (came: number, count: number): Attempt[] =>
  starts.slice(0, count).map((start, i) => ({
    at: at(came + start + 300),
    ...(i % 3 === 2
      ? { ms: 10_000, error: 'no answer within 10 s' }
      : { ms: 212, status: 503, answer: 'The CRM is down for maintenance.' }),
  }));

/** The effect of the webhook's past on a lead; undefined if nothing was special then. */
export function troubleFor(came: number, now: number): Story | undefined {
  const age = now - came;
  if (age > firstWebhook) return { delivery: { state: 'off' }, attempts: [], tries: 0 };
  const isWithin = ([least, most]: readonly [number, number]): boolean =>
    age > least * hour && age < most * hour;
  if (stillTried.some(isWithin)) return stillTrying(came, now);
  return isWithin(givenUp) ? gaveUp(came) : undefined;
}

/** Whether the schedule has ended for a lead that came then. */
export const isThrough = (came: number, now: number): boolean =>
  now - came > scheduleEnds + 24 * hour;
