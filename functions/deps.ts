import type { Usage } from './auth/usage.ts';
import type { BuiltPage } from './intake/built-pages.ts';
import type { KeyedHash } from './intake/keyed-hash.ts';
import type { OutboxEntry } from './store/outbox-entry.ts';
import type { PersonHash } from './store/record.ts';
import type { Log } from './log/log.ts';
import type { Send } from './delivery/send.ts';
import type { Webhook } from './delivery/webhook/webhook.ts';
import type { Settings } from './env.ts';
import type { Store } from './store/port.ts';

/** The signed-in user, from a verified token. */
export interface User {
  uid: string;
  email: string | undefined;
}

/** Dependencies that all calls share. `live.ts` opens the real ones. */
export interface SiteDeps extends Omit<Settings, 'services' | 'webhook' | 'privacyKey'> {
  /** Opens the store at the first call. Rejects if the store isn't configured or reachable. */
  store: () => Promise<Store>;
  /** Undefined if the token is forged, expired, revoked or from another project. */
  verify: (token: string) => Promise<User | undefined>;
  webhook: Webhook;
  send: Send;
  /** Sends new entries. Never rejects. Injected to avoid a circular import: `delivery` imports `opt-outs`. */
  sendEntries: (entries: readonly OutboxEntry[], deps: SiteDeps) => Promise<number>;
  /** `isElsewhere`: a developer's machine uses the store of a deployed site, and that site sends the alerts. */
  alerts: Settings['alerts'] & { isElsewhere?: boolean };
  version: string | null;
  fetch: typeof fetch;
  keyedHash: KeyedHash;
  /** Undefined if PRIVACY_KEY isn't set. */
  personHash: PersonHash | undefined;
  usage: Usage;
  /** Reads a built page, which the caller fills in for a visitor without JavaScript. */
  builtPage: (name: BuiltPage) => Promise<string>;
  now: () => Date;
  /** From 0 to 1, like Math.random. */
  random: () => number;
  newId: () => string;
  pause: (ms: number) => Promise<unknown>;
  log: Log;
}

export interface Deps extends SiteDeps {
  ip: string;
  waitUntil: (work: Promise<unknown>) => void;
}

export type Handler = (request: Request, deps: Deps) => Promise<Response>;
