import { delays } from '../../functions/delivery/schedule.ts';
import type { Attempt, Delivery } from '../../src/shared/submission.ts';
import type { Chance } from './chance.ts';

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
/** The ages, in hours, of leads that came while the webhook was down. The oldest were given up. */
const outages = [
  [1.5, 2.5],
  [8, 10],
  [30, 34],
  [78, 92],
] as const;

const at = (time: number): string => new Date(time).toISOString();

/** The history of a lead that came at that time. */
export function storyOf(came: number, now: number, chance: Chance): Story {
  const age = now - came;
  if (age > firstWebhook) return { delivery: { state: 'off' }, attempts: [], tries: 0 };
  if (outages.some(([least, most]) => age > least * hour && age < most * hour)) {
    return undelivered(came, now);
  }
  const isThrough = age > scheduleEnds + 24 * hour;
  if (!isThrough || chance.of('arrives at once', 0.9)) return delivered(came, 0);
  if (chance.of('resent', 0.3)) return resent(came);
  return delivered(came, chance.pick('failures', [1, 2, 3, 5]));
}

/** Delivered by the attempt after so many failed ones. */
function delivered(came: number, failures: number): Story {
  const time = came + (starts[failures] ?? 0) + 300;
  const success = { at: at(time), ms: 84 + (time % 90), status: 204 };
  return {
    delivery: { state: 'delivered', at: at(time + success.ms) },
    attempts: [...failed(came, failures), success],
    tries: failures + 1,
  };
}

/** Still being tried, or given up after the last attempt. */
function undelivered(came: number, now: number): Story {
  const tries = starts.filter((it) => came + it < now).length;
  const next = starts[tries];
  return {
    delivery:
      next === undefined
        ? { state: 'failed', at: at(came + scheduleEnds + 10_000) }
        : { state: 'pending', next_attempt_at: at(came + next) },
    attempts: failed(came, tries),
    tries,
  };
}

/** Given up; an admin's resend has arrived since. */
function resent(came: number): Story {
  const time = came + scheduleEnds + 5 * hour;
  const { attempts, tries } = undelivered(came, time);
  const success = { at: at(time), ms: 131, status: 200, by: 'admin@example.com' };
  return {
    delivery: { state: 'delivered', at: at(time + success.ms) },
    attempts: [...attempts, success],
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
