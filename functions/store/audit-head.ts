import { auditHeadSchema, emptyHead, type AuditHead } from '../../src/shared/audit.ts';
import { StoreUnavailable } from './port.ts';

/** Of what is stored as the head, undefined if nothing is. Nothing is appended to a damaged one. */
export function headToAppendTo(stored: unknown): AuditHead {
  if (stored === undefined) return emptyHead;
  const { success, data, error } = auditHeadSchema.safeParse(stored);
  if (success) return data;
  throw new StoreUnavailable('The head of the record of actions is damaged', { cause: error });
}

/** Whoever checks the record against an empty head sees that something is wrong. */
export const headToShow = (stored: unknown): AuditHead =>
  auditHeadSchema.safeParse(stored).data ?? emptyHead;
