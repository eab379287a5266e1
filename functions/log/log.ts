import { AsyncLocalStorage } from 'node:async_hooks';
import { isFault, levelOf, type LogEvent } from './log-event.ts';

/** What every line of one call has, the lines of its work after the answer too. */
export interface Call {
  /** The platform's id of the request: its own logs have it as well. */
  request: string;
  function: string;
  faults: number;
}

/**
 * The call that is under way. Not handed from hand to hand: the store, which lives as long as the
 * process, also has something to log, and would else not know for which call it works.
 */
export const currentCall = new AsyncLocalStorage<Call>();

/**
 * One JSON line an event, which is what log drains read; they take errors from stderr. With
 * `LOG_LEVEL=error` the others are left out.
 */
export function log(event: LogEvent): void {
  const call = currentCall.getStore();
  if (call && isFault(event)) call.faults += 1;
  const level = levelOf(event);
  if (level !== 'error' && process.env.LOG_LEVEL === 'error') return;
  const of = call && { request: call.request, function: call.function };
  const line = JSON.stringify({ time: new Date().toISOString(), level, ...of, ...event });
  if (level === 'error') console.error(line);
  else console.log(line);
}
