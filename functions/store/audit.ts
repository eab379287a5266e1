import {
  auditHeadSchema,
  emptyHead,
  type AuditEntry,
  type AuditHead,
} from '../../src/shared/audit.ts';
import { StoreUnavailable, type Store } from './port.ts';

/**
 * Appends the entry that `prepare` links to the head, together with the other writes of an engine.
 * Returns undefined if there is nothing to append.
 */
export type AppendWith<Rest> = (
  prepare: (head: AuditHead) => Promise<({ entry: AuditEntry } & Rest) | undefined>,
) => Promise<AuditEntry | undefined>;

export const appendAudit =
  (append: AppendWith<object>): Store['appendAudit'] =>
  async (make) => {
    const entry = await append(async (head) => ({ entry: await make(head) }));
    if (!entry) throw new TypeError('An entry is always appended here');
    return entry;
  };

export const othersCameFirst = () =>
  new StoreUnavailable('Others kept appending to the audit log.');

/** Reads the stored head, or undefined if there is none. Nothing is appended to a damaged head. */
export function headToAppendTo(stored: unknown): AuditHead {
  if (stored === undefined) return emptyHead;
  const { success, data, error } = auditHeadSchema.safeParse(stored);
  if (success) return data;
  throw new StoreUnavailable('The head of the audit log is damaged.', { cause: error });
}

/** Shows a damaged head as an empty one: the entries don't match it, so verifying the log fails. */
export const headToShow = (stored: unknown): AuditHead =>
  auditHeadSchema.safeParse(stored).data ?? emptyHead;
