import type { SubmissionRecord } from '../../functions/store/record.ts';
import type { Webhook } from '../../functions/delivery/webhook/webhook.ts';
import type { Process } from './call.ts';
import { isTombstone, type Engine } from './engine.ts';

/** What was seen of one lead in one store. */
export interface Lead {
  said: string;
  email: string;
  since: number;
  isTest: boolean;
  erasedAt?: number;
}

export const target = { url: new URL('https://webhook.example'), secrets: [], allowPrivate: false };

/** A deployment: one database, and the processes that work on it. */
export class Site {
  readonly name: string;
  readonly engine: Engine;
  readonly processes: Process[];
  /** All that ever were in its store. */
  readonly leads = new Map<string, Lead>();
  /** Erased where an export was made that was imported to its end: they must not come back. */
  readonly mustStayErased = new Set<string>();
  /** What the next deployment's settings say. */
  webhook: Webhook = { state: 'set', target };

  constructor(name: string, engine: Engine, processes: Process[]) {
    this.name = name;
    this.engine = engine;
    this.processes = processes;
  }

  live(): SubmissionRecord[] {
    return this.engine.all().filter((it): it is SubmissionRecord => !isTombstone(it));
  }
}
