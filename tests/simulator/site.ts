import type { SubmissionRecord } from '../../functions/store/record.ts';
import type { Webhook } from '../../functions/delivery/webhook/webhook.ts';
import type { Process } from './call.ts';
import { isTombstone, type Engine } from './engine.ts';

/** The observed history of one lead in one store. */
export interface Lead {
  said: string;
  email: string;
  since: number;
  isTest: boolean;
  erasedAt?: number;
}

export const target = { url: new URL('https://webhook.example'), secrets: [], allowPrivate: false };

/** A deployment: one database and the processes that use it. */
export class Site {
  readonly name: string;
  readonly engine: Engine;
  readonly processes: Process[];
  /** All leads that were ever in its store. */
  readonly leads = new Map<string, Lead>();
  /** Leads that were erased in the store of a completed import. They must not come back. */
  readonly mustStayErased = new Set<string>();
  /** The settings of the next deployment. */
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
