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

/** The deps that all calls of the site share: store, clock, log and the rest. `live.ts` opens the real ones. */
export interface SiteDeps extends Omit<Settings, 'services' | 'webhook' | 'privacyKey'> {
  /** Opens the store at the first call; rejects if it isn't configured or reachable. */
  store: () => Promise<Store>;
  /** Undefined if the token is forged, expired, revoked or from another project. */
  verify: (token: string) => Promise<User | undefined>;
  webhook: Webhook;
  send: Send;
  /**
   * Sends these entries of the outbox, if they are due. Never rejects. It is passed in, because `delivery` imports
   * `opt-outs`, which needs it.
   */
  sendEntries: (entries: readonly OutboxEntry[], deps: SiteDeps) => Promise<number>;
  /** `isElsewhere`: this is a developer's machine with the deployed site's store, which that site watches. */
  alerts: Settings['alerts'] & { isElsewhere?: boolean };
  /** The commit that was deployed, where it is known. */
  version: string | null;
  fetch: typeof fetch;
  keyedHash: KeyedHash;
  /** Undefined where PRIVACY_KEY isn't set. */
  personHash: PersonHash | undefined;
  usage: Usage;
  /** A page that is filled in for somebody without JavaScript. */
  builtPage: (name: BuiltPage) => Promise<string>;
  now: () => Date;
  /** From 0 to 1, like Math.random. */
  random: () => number;
  newId: () => string;
  pause: (ms: number) => Promise<unknown>;
  log: Log;
}

/** The deps of one call: those that all calls share, and the platform's facts about this call. */
export interface Deps extends SiteDeps {
  ip: string;
  /** Keeps the function running for work after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

export type Handler = (request: Request, deps: Deps) => Promise<Response>;
