import { atom } from 'nanostores';
import { api } from '../../../shared/api.ts';
import { healthSchema, lateAfterMs } from '../../../shared/health.ts';
import { noFilter, type Filter } from '../filters/filter.ts';
import type { Pages } from '../list/pages.ts';

/** A lead that waits for more seconds than this raises the alarm. */
export const raisedAfter = {
  undelivered: lateAfterMs / 1000,
  /** Longer, because a person has to review held leads. */
  held: 4 * 60 * 60,
} as const;

export type Cause = keyof typeof raisedAfter;
export const causes = Object.keys(raisedAfter) as Cause[];

/** The shortest wait that raises an alarm is three times as long. */
export const checkEvery = 5 * 60_000;

/** While an alarm is raised, somebody is waiting for its end. */
const recheckEvery = 60_000;

/** Answers take a moment, so the arrival time of the same lead varies a little. */
const sameWithin = 30_000;

interface Strip {
  /** How long the oldest lead has waited. */
  seconds: number;
  /** The wait is over, but the list below must not move up yet. */
  isOver: boolean;
}

interface Wait {
  seconds: number;
  since: number;
}

type Waits = Partial<Record<Cause, Wait | undefined>>;

interface AlarmDeps {
  fetch: (path: string, options: RequestInit) => Promise<Response>;
  now: () => number;
  /** Whether a strip may appear or disappear now, which moves the list below it. */
  mayMove: (appears: boolean) => boolean;
}

/** Raises an alarm from the waits that the health check reports. */
export function createAlarm({ fetch, now, mayMove }: AlarmDeps) {
  const $strips = atom<Partial<Record<Cause, Strip>>>({});
  let askedAt = -Infinity;
  let waits: Waits = {};
  const hidden: Partial<Record<Cause, number | undefined>> = {};

  const isHidden = (cause: Cause, since: number): boolean =>
    Math.abs(since - (hidden[cause] ?? Infinity)) <= sameWithin;

  const settle = (cause: Cause): void => {
    const { [cause]: strip, ...others } = $strips.get();
    const wait = waits[cause];
    if (wait && wait.seconds >= raisedAfter[cause] && !isHidden(cause, wait.since)) {
      if (!strip && !mayMove(true)) return;
      $strips.set({ ...others, [cause]: { seconds: wait.seconds, isOver: false } });
    } else if (strip) {
      $strips.set(mayMove(false) ? others : { ...others, [cause]: { ...strip, isOver: true } });
    }
  };

  const ask = async (): Promise<Waits> => {
    try {
      const response = await fetch(api.health, { signal: AbortSignal.timeout(recheckEvery) });
      const health = healthSchema.parse(await response.json());
      if (health.store === 'unreachable') return waits;
      const waitOf = (seconds: number | null) =>
        seconds === null ? undefined : { seconds, since: now() - seconds * 1000 };
      return {
        undelivered: waitOf(health.oldest_undelivered_seconds),
        held: waitOf(health.oldest_held_seconds),
      };
    } catch {
      // No answer neither raises nor clears an alarm. The list itself says that it's offline.
      return waits;
    }
  };

  return {
    $strips,

    /** Asks every five minutes, or every minute while an alarm is raised. Each call may show a strip that had to wait for the row lock. */
    async check(): Promise<void> {
      const isRaised = Object.keys($strips.get()).length > 0;
      // A clock that was set back must not keep it silent until the old time comes again.
      if (Math.abs(now() - askedAt) >= (isRaised ? recheckEvery : checkEvery)) {
        askedAt = now();
        waits = await ask();
      }
      causes.forEach(settle);
    },

    /** Hides the strip until another lead is the oldest. */
    hide(cause: Cause): void {
      hidden[cause] = waits[cause]?.since;
      settle(cause);
    },
  };
}

/**
 * The filter that shows undelivered leads. Failed ones come first: only a person resends them,
 * while the schedule retries pending ones. Archived leads are delivered, too.
 */
export async function undelivered(pages: Pick<Pages, 'newest'>): Promise<Filter> {
  const failed: Filter = { ...noFilter, delivery: 'failed' };
  const pending: Filter = { ...noFilter, delivery: 'pending' };
  const views = [failed, pending, inArchive(failed), inArchive(pending)];
  try {
    for (const filter of views) {
      const { submissions, next_cursor } = await pages.newest(filter);
      if (submissions.length > 0 || next_cursor !== null) return filter;
    }
  } catch {
    // The list will show the error and retry.
  }
  return failed;
}

const inArchive = (filter: Filter): Filter => ({ ...filter, view: 'archived' });
