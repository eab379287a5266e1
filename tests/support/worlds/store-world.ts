import type { Deps, SiteDeps } from '../../../functions/deps.ts';
import { barePage } from '../../../functions/intake/refused-form.ts';
import { keyedHasher } from '../../../functions/intake/keyed-hash.ts';
import { openRateLimiter } from '../../../functions/intake/rate-limit/rate-limiter.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { send } from '../../../functions/delivery/webhook/post.ts';
import type { Webhook } from '../../../functions/delivery/webhook/webhook.ts';
import type { Store } from '../../../functions/store/port.ts';

export interface TestWorld extends Deps {
  /** What was logged, in its order. */
  logged: LogEvent[];
  /** Until all that was left for after the answers is done. */
  settled: () => Promise<void>;
}

/** The real world around a store, as one call sees it. */
export function worldWith(
  store: Store | SiteDeps['store'],
  different: Partial<SiteDeps> = {},
): TestWorld {
  const logged: LogEvent[] = [];
  const work: Promise<unknown>[] = [];
  return {
    store: typeof store === 'function' ? store : () => Promise.resolve(store),
    verify: () => Promise.resolve(undefined),
    webhook: { state: 'off' },
    send,
    retentionDays: undefined,
    // Whole crowds come from one address here.
    rateLimiter: openRateLimiter({ count: 5000, windowMs: 1000 }),
    keyedHash: keyedHasher({ privateKey: 'of the test' }),
    formPage: () => Promise.resolve(barePage),
    now: () => new Date(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    log: (event) => logged.push(event),
    ip: '203.0.113.7',
    waitUntil: (it) => work.push(it),
    ...different,
    logged,
    settled: async () => {
      while (work.length > 0) await Promise.all(work.splice(0));
    },
  };
}

/** A receiver on this machine. */
export const webhookAt = (url: URL, secrets: string[] = []): Webhook => ({
  state: 'set',
  target: { url, secrets, allowPrivate: true },
});
