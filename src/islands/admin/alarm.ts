import { atom } from 'nanostores';
import { api } from '../../shared/api.ts';
import { healthSchema } from '../../shared/health.ts';
import { noFilter } from './filter.ts';
import type { Pages } from './pages.ts';

/** In seconds. Three tries have failed by then: it is no hiccup of the webhook's any more. */
export const failingAfter = 15 * 60;

/** Whoever watches for minutes need not ask more often. */
export const lookEvery = 60_000;

/** Answers take their time, so that one lead seems to have come a little earlier or later. */
const sameWithin = 30_000;

export interface Strip {
  /** So long the oldest lead has waited. */
  seconds: number;
  /** There is nothing to say any more, but the list below can't have its space yet. */
  isOver: boolean;
}

interface World {
  fetch: (path: string, options: RequestInit) => Promise<Response>;
  now: () => number;
  /** Whether the strip may come or go now: the list stands below it. */
  mayMove: (comes: boolean) => boolean;
}

/** Knows when deliveries have been failing for too long, as the site itself tells everybody. */
export function createAlarm({ fetch, now, mayMove }: World) {
  const $strip = atom<Strip | undefined>(undefined);
  let askedAt = -Infinity;
  let told: { seconds: number; since: number } | undefined;
  let hidden: number | undefined;

  const isHidden = (since: number): boolean =>
    hidden !== undefined && Math.abs(since - hidden) <= sameWithin;

  const settle = (): void => {
    const strip = $strip.get();
    if (told && told.seconds >= failingAfter && !isHidden(told.since)) {
      if (strip || mayMove(true)) $strip.set({ seconds: told.seconds, isOver: false });
    } else if (strip) {
      $strip.set(mayMove(false) ? undefined : { ...strip, isOver: true });
    }
  };

  const ask = async (): Promise<typeof told> => {
    try {
      const response = await fetch(api.health, { signal: AbortSignal.timeout(lookEvery) });
      const { store, oldest_undelivered_seconds: seconds } = healthSchema.parse(
        await response.json(),
      );
      if (store === 'unreachable') return told;
      return seconds === null ? undefined : { seconds, since: now() - seconds * 1000 };
    } catch {
      // Not known is no reason to alarm anybody, nor to take an alarm back; that nothing answers, the
      // list says by itself.
      return told;
    }
  };

  return {
    $strip,

    /** At most once a minute asks; what had to wait for a hand on the rows may come each time. */
    async look(): Promise<void> {
      const isTime = now() - askedAt >= lookEvery;
      if (isTime) {
        askedAt = now();
        told = await ask();
      }
      settle();
    },

    /** Until another lead is the oldest. */
    hide(): void {
      hidden = told?.since;
      settle();
    },
  };
}

/**
 * Where to look for what is undelivered. What was given up comes first: only a person sends it,
 * while the schedule sees to what waits.
 */
export async function undelivered(pages: Pick<Pages, 'latest'>) {
  const failed = { ...noFilter, delivery: 'failed' } as const;
  try {
    const { submissions, next_cursor } = await pages.latest(failed, new Set());
    const isNone = submissions.length === 0 && next_cursor === null;
    return isNone ? ({ ...noFilter, delivery: 'pending' } as const) : failed;
  } catch {
    // The list will say what is wrong, and try again.
    return failed;
  }
}
