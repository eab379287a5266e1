import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps, User } from '../../../functions/deps.ts';
import { barePage } from '../../../functions/intake/refused-form.ts';
import { keyedHasher } from '../../../functions/intake/keyed-hash.ts';
import { openRateLimiter } from '../../../functions/intake/rate-limit/rate-limiter.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { send } from '../../../functions/delivery/webhook/post.ts';
import { openSqlite } from '../../../functions/store/sqlite/open.ts';

/** The world of handlers: a real store and real sending, with a clock and sign-ins of the test's own. */
export function aWorld(different: Partial<Deps> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'world-'));
  const events: LogEvent[] = [];
  const log = (event: LogEvent) => void events.push(event);
  const store = openSqlite(folder, log);
  const users = new Map<string, User>();
  const work: Promise<unknown>[] = [];

  const now = different.now ?? (() => new Date('2026-03-02T15:04:05.678Z'));
  const deps: Deps = {
    store: () => Promise.resolve(store),
    verify: (token) => Promise.resolve(users.get(token)),
    webhook: { state: 'off' },
    send,
    retentionDays: undefined,
    formPage: () => Promise.resolve(barePage),
    rateLimiter: openRateLimiter({ count: 30, windowMs: 600_000 }),
    keyedHash: keyedHasher({ folder }),
    now,
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    log,
    ip: '203.0.113.9',
    waitUntil: (promise) => void work.push(promise),
    ...different,
  };

  return {
    deps,
    store,
    folder,
    events,
    /** Waits for what handlers have left for after the answer. */
    settle: () => Promise.all(work),
    /** Signs somebody in, and gives the token. */
    async signIn({ admin = false, email = 'sam@example.com' } = {}) {
      const uid = crypto.randomUUID();
      const token = `token-of-${uid}`;
      users.set(token, { uid, email });
      if (admin) await store.grantRole(uid, 'admin');
      return token;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(work);
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
