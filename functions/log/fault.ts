import { describe } from './describe.ts';
import type { Fault } from './log-event.ts';

/** What the log gets of an error that was caught. */
export const fault = (event: Fault['event'], error: unknown, id?: string): Fault => ({
  event,
  ...(id !== undefined && { id }),
  error: describe(error),
});
