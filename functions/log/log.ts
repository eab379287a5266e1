import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEvent } from '../../src/shared/audit-event.ts';
import type { FailureKind } from '../../src/shared/browser-report.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import { Unavailable } from '../unavailable.ts';

/** Each event has its own fields with this program's text, so no visitor's words can slip in. Logs can be shared. */
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

/** `functions/intake/browser-reports.ts` removes all personal data. */
type BrowserReport = {
  event: 'browser-report';
  kind: FailureKind;
  page: string;
  file: string;
  line: number | null;
  browser: string;
};

type Message = 'alert' | 'notice' | 'rights-message';

/** The last line of a call. It has no URL, because a URL can contain a search. */
type Ended = { event: 'call'; ms: number } & (RequestResult | RunResult);

type Outcome = 'done' | 'refused' | 'unavailable' | 'failed';

export interface RequestResult {
  method: string;
  outcome: Outcome;
  status: number;
}

export interface RunResult {
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

export interface Call {
  /** The platform's request id, which its own logs also have. */
  request: string;
  function: string;
  faults: number;
}

/** Not an argument, because the store outlives every call, and its log lines must name the call that it works for. */
export const currentCall = new AsyncLocalStorage<Call>();

/** Log drains read JSON lines, and expect errors on stderr. `LOG_LEVEL=error` leaves out all other lines. */
export const log: Log = (event) => {
  const call = currentCall.getStore();
  if (call && isFault(event)) call.faults += 1;
  const level = levelOf(event);
  if (level !== 'error' && process.env.LOG_LEVEL === 'error') return;
  const origin = call && { request: call.request, function: call.function };
  const line = JSON.stringify({ time: new Date().toISOString(), level, ...origin, ...event });
  if (level === 'error') console.error(line);
  else console.log(line);
};

export const fault = (event: Fault['event'], error: unknown, id?: string): Fault => ({
  event,
  ...(id !== undefined && { id }),
  error: describe(error),
});

/** If the work fails, it logs the error and returns the fallback. */
export async function orInstead<T>(
  fallback: T,
  event: Fault['event'],
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log(fault(event, error));
    return fallback;
  }
}

export const isFault = (event: LogEvent): event is Fault => 'error' in event;

/** An error needs attention. A refusal is normal. */
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
/** Error text that is safe to log. Only `describe` makes it. */
type Described = string & { [isDescribed]: true };

/** An `Unavailable` never quotes a visitor, so its message is logged. Of other errors, only names, codes and places. */
export const describe = (error: unknown): Described => textOf(error) as Described;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error instanceof Unavailable) return chain(error);
  // The stack begins with the message, whose lines may look like places.
  const { message, stack = '' } = error;
  const places = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  return [error.name, ...places.slice(0, 4).map((place) => place.trim())].join(' ');
}

function chain(error: Error): string {
  const own = error instanceof Unavailable ? `${error.name}: ${error.message}` : nameOf(error);
  return error.cause instanceof Error ? `${own} Because: ${chain(error.cause)}` : own;
}

/** With the codes: `ENOSPC` of Node, `9` of Firestore, `ERR_SQLITE_ERROR 13` of SQLite. */
function nameOf({ name, code, errcode }: Error & { code?: unknown; errcode?: unknown }): string {
  const codes = [code, errcode].filter(
    (value) => typeof value === 'number' || (typeof value === 'string' && /^[\w/-]+$/.test(value)),
  );
  return [name, ...codes].join(' ');
}
