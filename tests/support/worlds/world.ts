import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openUsage } from '../../../functions/auth/usage.ts';
import type { Deps, SiteDeps, User } from '../../../functions/deps.ts';
import { barePage } from '../../../functions/intake/built-pages.ts';
import { keyedHasher } from '../../../functions/intake/keyed-hash.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { sendEntries } from '../../../functions/delivery/outbox.ts';
import { send } from '../../../functions/delivery/send.ts';
import type { Webhook } from '../../../functions/delivery/webhook/webhook.ts';
import { parseWebhook } from '../../../functions/env.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { quickFolder } from './quick-folder.ts';
import { nextId } from '../builders/ids.ts';

/** PRIVACY_KEY of a site in a test. */
export const privacyKey = 'the privacy key of the tests, and of nobody';

interface TestWorld extends Deps {
  logged: LogEvent[];
  /** Resolves when the handlers' work after the response is done. */
  settled: () => Promise<void>;
}

/** The usual settings, without an address. */
export const noAlerts: SiteDeps['alerts'] = {
  targets: [],
  waitingHours: 4,
  heldHours: 4,
  watchesSilence: true,
  site: 'https://leadwright.example',
  wrong: [],
};

/** The deps of one call around a store. All parts are real, but there is no webhook and no signed-in user. */
export function worldWith(
  store: Store | SiteDeps['store'],
  different: Partial<Deps> = {},
): TestWorld {
  const logged: LogEvent[] = [];
  const work: Promise<unknown>[] = [];
  return {
    store: typeof store === 'function' ? store : () => Promise.resolve(store),
    verify: () => Promise.resolve(undefined),
    webhook: { state: 'off' },
    rights: { state: 'off' },
    noticeTo: [],
    send,
    sendEntries,
    retentionDays: undefined,
    alerts: noAlerts,
    version: null,
    canary: { isOn: false },
    healthToken: undefined,
    usage: openUsage(),
    fetch: () => Promise.reject(new Error('Nobody fetches here')),
    // Some tests send whole bursts from one address.
    submitLimit: { count: 5000, windowMs: 1000 },
    keyedHash: keyedHasher({ privateKey: 'of the test' }),
    personHash: personHasher(privacyKey),
    optOutSecrets: [],
    builtPage: (name) => Promise.resolve(barePage(name)),
    now: () => new Date(),
    random: () => Math.random(),
    newId: nextId,
    pause: () => Promise.resolve(),
    log: (event) => logged.push(event),
    ip: '203.0.113.9',
    waitUntil: (it) => work.push(it),
    ...different,
    logged,
    settled: async () => {
      while (work.length > 0) await Promise.all(work.splice(0));
    },
  };
}

/** A world with a SQLite store of its own, a fixed time, and accounts that can sign in. */
export function aWorld(different: Partial<Deps> = {}) {
  const folder = mkdtempSync(join(quickFolder, 'world-'));
  const users = new Map<string, User>();
  const deps = worldWith(() => Promise.resolve(store), {
    verify: (token) => Promise.resolve(users.get(token)),
    submitLimit: { count: 30, windowMs: 600_000 },
    keyedHash: keyedHasher({ folder }),
    now: () => new Date('2026-03-02T15:04:05.678Z'),
    random: () => 0.5,
    ...different,
  });
  const store = openSqlite(folder, (event) => deps.logged.push(event));

  return {
    deps,
    store,
    folder,
    events: deps.logged,
    settle: deps.settled,
    async signIn({ admin = false, email = 'sam@example.com' } = {}) {
      const uid = crypto.randomUUID();
      const token = `token-of-${uid}`;
      users.set(token, { uid, email });
      if (admin) await store.grantRole(uid, 'admin');
      return token;
    },
    async [Symbol.asyncDispose]() {
      await deps.settled();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export const webhookAt = (url: URL, secrets: string[] = []): Webhook => ({
  state: 'set',
  target: { url, secrets, allowPrivate: true },
});

/** Leads go to these addresses by a mail server on this machine. */
export const mailBy = (SMTP_URL: string, ...to: string[]): Webhook =>
  parseWebhook({ WEBHOOK_URL: `mailto:${to.join(',')}`, SMTP_URL, SITE_URL: noAlerts.site });
