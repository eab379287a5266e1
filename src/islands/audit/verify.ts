import { audit } from '../../copy/audit.ts';
import { api, pageLimit } from '../../shared/api.ts';
import {
  auditPageSchema,
  type AuditHead,
  type AuditPage,
  entriesOf,
  firstMisfit,
} from '../../shared/audit.ts';
import { retrying, type Ask } from '../staff/ask.ts';
import { exactTime } from '../staff/format.ts';

const words = audit.check;

export const pageOf = async (ask: Ask, limit: number, cursor: string | null = null) => {
  const params = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
  const response = await retrying(() => ask(`${api.audit}?${params.toString()}`));
  return auditPageSchema.parse(await response.json());
};

/** How far a check has come, or what it found. */
export interface Check {
  says: string;
  isRunning?: boolean;
  isBad?: boolean;
}

/** Reads all of the log again, whatever is listed. */
export async function verify(ask: Ask, report: (check: Check) => void): Promise<void> {
  const newestFirst: unknown[] = [];
  let cursor: string | null = null;
  let head: AuditHead | undefined;
  try {
    do {
      report({ says: words.running(newestFirst.length), isRunning: true });
      const it: AuditPage = await pageOf(ask, pageLimit.most, cursor);
      // The first page has the newest entries, so its head is the head of the log.
      head ??= it.head;
      newestFirst.push(...it.entries);
      cursor = it.next_cursor;
    } while (cursor !== null);
    const entries = newestFirst.toReversed();
    const misfit = await firstMisfit(entries, head);
    const since = entriesOf('witnessed', entries)[0]?.at;
    const witnessed = since ? words.witnessed(exactTime(since)) : '';
    if (misfit) report({ says: words.misfit[misfit.why](misfit.number), isBad: true });
    else report({ says: head.count === 0 ? words.empty : words.intact(head.count) + witnessed });
  } catch {
    report({ says: words.failed });
  }
}
