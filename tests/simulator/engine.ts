import type { SubmissionRecord, Tombstone } from '../../functions/store/record.ts';
import type { Store } from '../../functions/store/port.ts';
import type { Call } from './call.ts';

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
  /** The time until which nobody can reach it. */
  downUntil: number;
  close: () => void;
}
