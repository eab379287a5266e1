import type { SubmissionRecord, Tombstone } from '../../functions/store/record.ts';
import type { SiteDeps } from '../../functions/deps.ts';
import type { Store } from '../../functions/store/port.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import type { Call, Process } from './call.ts';
import type { Write } from './firestore/database.ts';
import type { Random } from './random.ts';
import type { Target, Webhook } from '../../functions/delivery/webhook/webhook.ts';

/** The value that is stored under one id. */
export type Stored = SubmissionRecord | Tombstone;

export const isTombstone = (stored: Stored): stored is Tombstone => 'erased_at' in stored;

/** Called for every write to a submission at the moment of the write. */
export type Observe = (
  id: string,
  before: Stored | undefined,
  after: Stored | undefined,
  by: Call | undefined,
) => void;

/** One database with the real engine. */
export interface Engine {
  /** The store for one call. Each request may fail, be late, or succeed without an answer. */
  storeFor: (call: Call) => Store;
  /** The store for the checks. It answers at once and never fails. */
  truth: Store;
  all: () => Stored[];
  /** Requests fail until this time. */
  downUntil: number;
  close: () => void;
}

/** A planted bug replaces parts of the world's dependencies. Each wrapper gets the original. */
export interface Wrappers {
  store?: (real: Store, call: Call) => Partial<Store>;
  deps?: (real: SiteDeps, call: Call) => Partial<SiteDeps>;
  /** Changes a write before Firestore's model gets it. SQLite has no such wrapper. */
  write?: (write: Write) => Write;
}

type Around = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** The same store or engine with each of its calls wrapped. */
export const around = <T extends object>(real: T, wrap: Around): T =>
  new Proxy(real, {
    get(_, name) {
      const method: unknown = Reflect.get(real, name);
      // An `await` of it checks whether it is a promise.
      if (typeof method !== 'function') return undefined;
      return (...args: unknown[]) =>
        wrap(String(name), () => Reflect.apply(method, real, args) as Promise<unknown>);
    },
  });

export interface Lead {
  said: string;
  email: string;
  since: number;
  delivery: Delivery;
  stateSince: number;
  /** When the last attempt began: it may be under way when its person opts out. */
  claimedAt?: number;
  erasedAt?: number;
  /** When its notice became due, and whether it was sent. */
  newsAt?: number;
  isTold?: boolean;
  /** Ids of notes whose storage was confirmed to an admin, and whether an outcome's was. */
  notes: Set<string>;
  hasOutcome?: boolean;
}

export const alertTarget = {
  url: new URL('https://alerts.example'),
  secrets: [],
  allowPrivate: false,
};

/** Notices of new leads go there. */
export const chatTarget = { ...alertTarget, url: new URL('https://chat.example') };

const target: Target = { ...alertTarget, url: new URL('https://webhook.example') };

const mailTarget = {
  ...target,
  url: new URL('smtps://mail.example'),
  mail: {
    to: ['ann', 'bob', 'cat'].map((it) => `${it}@company.example`),
    from: 'leads@company.example',
    site: 'https://company.example',
  },
};

/** From a fork, so that a world without mail keeps its other random numbers. */
export const someTarget = (random: Random): Target => (random.chance(0.3) ? mailTarget : target);

/** A deployment: one database and the processes that use it. */
export class Site {
  readonly name: string;
  readonly engine: Engine;
  readonly processes: Process[];
  /** All leads that were ever in its store. */
  readonly leads = new Map<string, Lead>();
  /** Leads that were erased in the store of a completed import. They must not come back. */
  readonly mustStayErased = new Set<string>();
  /** Whether an import may have added data of another store. */
  hasImported = false;
  /** How often its admins changed whether a lead is answered or archived. */
  clicks = 0;
  /** People who are certainly on the do-not-contact list, and since when. */
  readonly optedOut = new Map<string, number>();
  /** People whom an admin or an import tried to add to the list. */
  readonly wishes = new Set<string>();
  /** People whom an admin tried to take off the list. */
  readonly optedIn = new Set<string>();
  webhook: Webhook;

  constructor(name: string, engine: Engine, processes: Process[], target: Target) {
    this.webhook = { state: 'set', target };
    this.name = name;
    this.engine = engine;
    this.processes = processes;
  }

  live(): SubmissionRecord[] {
    return this.engine.all().filter((it): it is SubmissionRecord => !isTombstone(it));
  }
}
