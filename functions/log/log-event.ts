import type { AuditEvent } from '../../src/shared/audit.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import type { Described } from './describe.ts';

/**
 * One line of the log: what happened to which submission, and nothing of the person behind it. Each
 * event has fields of its own, so that no text gets in by the way: what text there is, is ours.
 */
export type LogEvent =
  | Ended
  | Attempted
  | Fault
  | { event: 'submission' | 'release' | 'test'; id: string; delivery: Delivery['state'] }
  | { event: 'submission known' | 'submission not stored' | 'id-taken'; id: string }
  | { event: 'damaged-record' | 'not-erased'; id: string }
  | { event: 'audit'; action: AuditEvent['action']; number: number; hash: string }
  | { event: 'erased' | 'tests-swept'; count: number }
  | { event: 'limit-reached' | 'form page missing' };

/** The last line of a call: never with its address, where the words of a search stand. */
export type Ended = { event: 'call'; ms: number } & (Answered | Done);

export type Outcome = 'done' | 'refused' | 'unavailable' | 'failed';

export interface Answered {
  method: string;
  outcome: Outcome;
  status: number;
}

/** By a schedule, which asks for no answer: how much of what was done. */
export interface Done {
  outcome: Outcome;
  attempted?: number;
  erased?: number;
  swept?: number;
}

/** One try to reach the webhook. */
export type Attempted = {
  event: 'delivery';
  id: string;
  ms: number;
  delivery: Delivery['state'] | 'erased';
  /** Of what is no lead, and should not be counted as one. */
  test?: true;
} & ({ status: number } | { no_answer: string });

/** Something didn't work that should have. */
export interface Fault {
  event:
    | 'configuration'
    | 'delivery-failure'
    | 'erase-old'
    | 'export broken off'
    | 'failure'
    | 'limit-failure'
    | 'retry-deliveries'
    | 'spam-failure'
    | 'sweep-tests';
  id?: string;
  error: Described;
}

export const isFault = (event: LogEvent): event is Fault => 'error' in event;

export type Level = 'info' | 'error';

/** What somebody should look at is an error, and nothing else is: a refusal is everyday work. */
export function levelOf(event: LogEvent): Level {
  if (isFault(event)) return 'error';
  switch (event.event) {
    case 'damaged-record':
    case 'not-erased':
    case 'form page missing':
    case 'submission not stored':
      return 'error';
    case 'call':
      return event.outcome === 'failed' || event.outcome === 'unavailable' ? 'error' : 'info';
    case 'delivery':
      return ['delivered', 'erased'].includes(event.delivery) ? 'info' : 'error';
    default:
      return 'info';
  }
}
