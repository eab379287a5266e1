import { tooMany, type Refusal } from '../../http/refusal.ts';
import { fault, type Log } from '../../log/log.ts';
import type { Store } from '../../store/port.ts';
import type { SubmissionRecord } from '../../store/record.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import { networkOf } from './network.ts';
import type { Limit } from './sliding-window.ts';

/** The parts of a call's deps that the rate limiter needs. */
interface CallerDeps {
  ip: string;
  keyedHash: KeyedHash;
  now: () => Date;
  log: Log;
}

type Verdict =
  | { state: 'new' }
  | { state: 'known'; stored: SubmissionRecord }
  | { state: 'over the limit'; until: number };

export type RateLimiter = ReturnType<typeof openRateLimiter>;

/** Remember at most this many networks. A forgotten one is still in the store. */
const mostRemembered = 10_000;
/** Stop counting for this long after counting fails, so that a queue doesn't wait for every failure. */
const failureMs = 5000;

/**
 * Counts each network's submissions in the store. It remembers which networks are over the limit, so
 * that it refuses a flood without asking the store.
 */
export function openRateLimiter(limit: Limit) {
  const overLimit = new Map<string, { until: number; lookups: number }>();
  const oneAtATime = queuePerKey();
  let failedAt = -Infinity;

  const remember = (network: string, until: number): void => {
    const [oldest] = overLimit.keys();
    if (oldest !== undefined && overLimit.size >= mostRemembered) overLimit.delete(oldest);
    overLimit.set(network, { until, lookups: limit.count });
  };

  const decide = async (
    network: string,
    id: string,
    store: Pick<Store, 'get' | 'admit'>,
    { keyedHash, now, log }: CallerDeps,
  ): Promise<Verdict> => {
    const remembered = overLimit.get(network);
    // A longer wait is from before the clock was set back.
    const isOver =
      remembered !== undefined &&
      remembered.until > now().getTime() &&
      remembered.until <= now().getTime() + limit.windowMs;
    if (!isOver) overLimit.delete(network);
    // A retry gets its answer even over the limit, but a flood must not cause lookups without end.
    if (!isOver || remembered.lookups-- > 0) {
      const stored = await store.get(id);
      if (stored !== undefined) return { state: 'known', stored };
    }
    if (isOver) return { state: 'over the limit', until: remembered.until };
    if (Math.abs(now().getTime() - failedAt) < failureMs) return { state: 'new' };
    try {
      const mark = await keyedHash(`submission ${id}`);
      const admission = await store.admit(network, mark, limit, now());
      if (admission.admitted) return { state: 'new' };
      log({ event: 'limit-reached' });
      remember(network, admission.until);
      return { state: 'over the limit', until: admission.until };
    } catch (error) {
      // A lead is worth more than a count: if only counting fails, let everyone in.
      failedAt = now().getTime();
      log(fault('limit-failure', error));
      return { state: 'new' };
    }
  };

  return {
    limit,

    /**
     * The lead that is stored under this id; undefined for a new lead, which is refused if its
     * network is over the limit.
     */
    async check(
      id: string,
      store: Pick<Store, 'get' | 'admit'>,
      deps: CallerDeps,
    ): Promise<SubmissionRecord | undefined> {
      const network = await deps.keyedHash(`network ${networkOf(deps.ip)}`);
      const verdict = await oneAtATime(network, () => decide(network, id, store, deps));
      if (verdict.state === 'over the limit') throw refusal(verdict.until - deps.now().getTime());
      return verdict.state === 'known' ? verdict.stored : undefined;
    },
  };
}

function refusal(waitMs: number): Refusal {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(`Too many requests came from your network. Please try again in ${wait}.`, waitMs);
}

/**
 * Runs the work of each key one at a time. Many at once would all ask the store, and conflict when
 * they write. If one fails, all that wait for it fail too.
 */
function queuePerKey() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = last.get(key)?.then(work) ?? work();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
