import { delays } from '../../functions/delivery/schedule.ts';
import type { Attempt, Delivery } from '../../src/shared/submission.ts';

const hour = 60 * 60_000;

/** Looks random, and is the same at each start. */
export type Pick = <T>(what: string, from: readonly T[]) => T;

/** The history of a lead since it came, and how many attempts the schedule made. */
interface Story {
  delivery: Delivery;
  attempts: Attempt[];
  tries: number;
}

/** How long after its arrival a lead's attempts begin. */
const starts = delays.map((_, i) => delays.slice(0, i + 1).reduce((sum, it) => sum + it, 0));
const scheduleEnds = starts.at(-1) ?? 0;

/** Before this age, in hours, the company had no webhook. */
const firstWebhook = 57 * 24;
/** The ages, in hours, of leads that came while the webhook was down. Those of the last were given up. */
const outages = [
  [1.5, 2.5],
  [8, 10],
  [30, 34],
  [78, 92],
] as const;

const at = (time: number): string => new Date(time).toISOString();

/** The history of a lead that came at that time. */
export function storyOf(came: number, now: number, pick: Pick): Story {
  const age = (now - came) / hour;
  if (age > firstWebhook) return { delivery: { state: 'off' }, attempts: [], tries: 0 };
  if (outages.some(([least, most]) => age > least && age < most)) {
    const isResent = age > outages[3][0] && pick('resent', [true, false, false]);
    if (!isResent) return failing(came, now);
    return delivered(failing(came, now), came + scheduleEnds + 5 * hour, 'admin@example.com');
  }
  const isLate = age > outages[3][1] && pick('late', [true, ...Array<boolean>(9).fill(false)]);
  const arrives = came + (isLate ? hour : 0);
  const { attempts, tries } = failing(came, arrives);
  return delivered({ attempts, tries: tries + 1 }, arrives);
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

/** `by` has resent it. */
function delivered({ attempts, tries }: Omit<Story, 'delivery'>, time: number, by?: string): Story {
  const success = { at: at(time + 300), ms: 84 + (time % 90), status: 204, ...(by && { by }) };
  return {
    delivery: { state: 'delivered', at: at(time + 300 + success.ms) },
    attempts: [...attempts, success],
    tries,
  };
}
