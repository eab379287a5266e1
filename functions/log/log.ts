import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import type { FailureKind } from '../../src/shared/browser-report.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import { Unavailable } from '../unavailable.ts';

/**
 * One line of the log: what happened to which lead, and nothing about the person who sent it. Each
 * event has its own fields, and their text is ours, so no visitor's words can slip in: logs can be kept and shared.
 */
export type LogEvent =
  | Ended
  | Attempted
  | Fault
  | { event: 'submission' | 'release'; id: string; delivery: Delivery['state'] }
  | { event: 'submission-known' | 'submission-not-stored' | 'id-taken'; id: string }
  | { event: 'damaged-record' | 'message-given-up'; id: string }
  | { event: 'audit'; action: AuditEvent['action']; id: string }
  | { event: 'erased'; count: number }
  | { event: 'canary-failed'; step: string }
  | BrowserReport
  | ({ event: 'test' | Message | `${Message}-not-sent`; id: string; ms: number } & Answer)
  | { event: 'limit-reached' | 'built-page-missing' };

/** `functions/intake/browser-reports.ts` leaves nothing of a person in it. */
type BrowserReport = {
  event: 'browser-report';
  kind: FailureKind;
  page: string;
  file: string;
  line: number | null;
  browser: string;
};

/** What the outbox sends. */
type Message = 'alert' | 'notice' | 'rights-message';

/** The last line of a call. It has no address, since an address can contain a search. */
type Ended = { event: 'call'; ms: number } & (Answered | Done);

type Outcome = 'done' | 'refused' | 'unavailable' | 'failed';

export interface Answered {
  method: string;
  outcome: Outcome;
  status: number;
}

/** A scheduled call has no status; it counts what it did. */
export interface Done {
  outcome: Outcome;
  attempted?: number;
  erased?: number;
  sent?: number;
  visited?: number;
}

type Attempted = {
  event: 'delivery';
  id: string;
  ms: number;
  delivery: Delivery['state'] | 'erased';
} & Answer;

type Answer = { status: number } | { no_answer: string };

export interface Fault {
  event:
    | 'canary'
    | 'configuration'
    | 'delivery-failure'
    | 'earlier-not-read'
    | 'erase-old'
    | 'failure'
    | 'limit-failure'
    | 'opt-out-not-read'
    | 'outbox'
    | 'retry-deliveries'
    | 'spam-failure'
    | 'watch';
  id?: string;
  error: Described;
}

export type Log = (event: LogEvent) => void;

/** The fields that all lines of a call share, including the lines of its work after the answer. */
export interface Call {
  /** The platform's id of the request, which its own logs have too. */
  request: string;
  function: string;
  faults: number;
}

/**
 * The current call. It isn't passed as an argument because the store outlives every call, and its
 * lines have to name the call that it is working for.
 */
export const currentCall = new AsyncLocalStorage<Call>();

/**
 * Writes each event as one line of JSON, which log drains read; they expect errors on stderr.
 * `LOG_LEVEL=error` leaves out everything else.
 */
export const log: Log = (event) => {
  const call = currentCall.getStore();
  if (call && isFault(event)) call.faults += 1;
  const level = levelOf(event);
  if (level !== 'error' && process.env.LOG_LEVEL === 'error') return;
  const of = call && { request: call.request, function: call.function };
  const line = JSON.stringify({ time: new Date().toISOString(), level, ...of, ...event });
  if (level === 'error') console.error(line);
  else console.log(line);
};

export const fault = (event: Fault['event'], error: unknown, id?: string): Fault => ({
  event,
  ...(id !== undefined && { id }),
  error: describe(error),
});

/** Returns the result of the work. If the work fails, logs the error and returns `instead`. */
export async function orInstead<T>(
  instead: T,
  event: Fault['event'],
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log(fault(event, error));
    return instead;
  }
}

export const isFault = (event: LogEvent): event is Fault => 'error' in event;

/** An error needs somebody's attention; a refusal is normal. */
export function levelOf(event: LogEvent): 'info' | 'error' {
  if (isFault(event)) return 'error';
  switch (event.event) {
    case 'alert-not-sent':
    case 'canary-failed':
    case 'damaged-record':
    case 'message-given-up':
    case 'notice-not-sent':
    case 'rights-message-not-sent':
    case 'built-page-missing':
    case 'submission-not-stored':
      return 'error';
    case 'call':
      return event.outcome === 'failed' || event.outcome === 'unavailable' ? 'error' : 'info';
    case 'delivery':
      return ['delivered', 'erased'].includes(event.delivery) ? 'info' : 'error';
    default:
      return 'info';
  }
}

declare const isDescribed: unique symbol;
/** Text about an error that is safe to log. Only `describe` makes it. */
type Described = string & { [isDescribed]: true };

/**
 * One line about an error, for the log only. Our own errors never quote a visitor, so their
 * messages are logged. Other errors might, so only their names, codes and places are.
 */
export const describe = (error: unknown): Described => textOf(error) as Described;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error instanceof Unavailable) return chain(error);
  // The stack begins with the message, which may have lines that look like places.
  const { message, stack = '' } = error;
  const places = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  return [error.name, ...places.slice(0, 4).map((it) => it.trim())].join(' ');
}

function chain(error: Error): string {
  const own = error instanceof Unavailable ? `${error.name}: ${error.message}` : nameOf(error);
  return error.cause instanceof Error ? `${own} Because: ${chain(error.cause)}` : own;
}

/** With its codes: `ENOSPC` of Node, `9` of Firestore, `ERR_SQLITE_ERROR 13` of SQLite. */
function nameOf({ name, code, errcode }: Error & { code?: unknown; errcode?: unknown }): string {
  const codes = [code, errcode].filter(
    (it) => typeof it === 'number' || (typeof it === 'string' && /^[\w/-]+$/.test(it)),
  );
  return [name, ...codes].join(' ');
}
