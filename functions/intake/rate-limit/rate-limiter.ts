import { tooMany, type Refusal } from '../../http/refusal.ts';
import { fault, type Log } from '../../log/log.ts';
import type { Store } from '../../store/port.ts';
import type { SubmissionRecord } from '../../store/record.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import { networkOf } from './network.ts';
import type { Admission, Limit } from '../../store/hits.ts';

/** The parts of a call's deps that the rate limiter needs. */
interface CallerDeps {
  ip: string;
  keyedHash: KeyedHash;
  now: () => Date;
  log: Log;
}

export type RateLimiter = ReturnType<typeof openRateLimiter>;

/** Counts each network's submissions in the store. */
export const openRateLimiter = (limit: Limit) => ({
  limit,

  /**
   * The lead that is stored under this id, since a retry gets its answer even over the limit; undefined for a
   * new lead, which is refused if its network is over the limit.
   */
  async check(
    id: string,
    store: Pick<Store, 'get' | 'admit'>,
    { ip, keyedHash, now, log }: CallerDeps,
  ): Promise<SubmissionRecord | undefined> {
    const stored = await store.get(id);
    if (stored) return stored;
    const network = await keyedHash(`network ${networkOf(ip)}`);
    const mark = await keyedHash(`submission ${id}`);
    const admission = await store
      .admit(network, mark, limit, now())
      .catch((error: unknown): Admission => {
        // A lead is worth more than a count: if the store can't be reached to count, let everyone in.
        log(fault('limit-failure', error));
        return { admitted: true };
      });
    if (admission.admitted) return undefined;
    log({ event: 'limit-reached' });
    throw refusal(admission.until - now().getTime());
  },
});

function refusal(waitMs: number): Refusal {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(`Too many requests came from your network. Please try again in ${wait}.`, waitMs);
}
