import type { SubmissionRecord, Tombstone } from '../../functions/store/record.ts';
import type { Store } from '../../functions/store/port.ts';
import type { Call } from './call.ts';

/** What stands under one id. */
export type Stored = SubmissionRecord | Tombstone;

export const isTombstone = (stored: Stored): stored is Tombstone => 'erased_at' in stored;

/** Hears of every write to a submission at the moment when it is done. */
export type Observe = (
  id: string,
  before: Stored | undefined,
  after: Stored | undefined,
  by: Call | undefined,
) => void;

/** One database, and the real engine over it. */
export interface Engine {
  /** As one call has it: each of its requests may fail, be late, or be done without an answer. */
  storeFor: (call: Call) => Store;
  /** As nobody in the world has it: at once, and without fail. */
  truth: Store;
  all: () => Stored[];
  /** Until then nobody reaches it. */
  downUntil: number;
  close: () => void;
}
