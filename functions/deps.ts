import type { KeyedHash } from './intake/keyed-hash.ts';
import type { Gate } from './intake/rate-limit/gate.ts';
import type { LogEvent } from './log/log-event.ts';
import type { Send } from './delivery/webhook/post.ts';
import type { Webhook } from './delivery/webhook/webhook.ts';
import type { Store } from './store/port.ts';

/** Who signed in, as their verified token says. */
export interface User {
  uid: string;
  email: string | undefined;
}

/** All of the world that handlers touch. `live.ts` has the real one. */
export interface World {
  /** Opened at the first call; rejects where none is configured or reachable. */
  store: () => Promise<Store>;
  /** Undefined for a token that is forged, expired, revoked or another project's. */
  verify: (token: string) => Promise<User | undefined>;
  webhook: Webhook;
  send: Send;
  /** How many days a submission is kept; undefined: until it is erased by hand. */
  retentionDays: number | undefined;
  /** How often one network may submit, and which have done so for now. */
  gate: Gate;
  keyedHash: KeyedHash;
  /** The page that a plain form gets back when it can't be taken. */
  formPage: () => Promise<string>;
  now: () => Date;
  /** From 0 to 1, as Math.random. */
  random: () => number;
  newId: () => string;
  log: (event: LogEvent) => void;
}

/** The world, and what the platform knows of this call. */
export interface Deps extends World {
  ip: string;
  /** Work that goes on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

export type Handler = (request: Request, deps: Deps) => Promise<Response>;
