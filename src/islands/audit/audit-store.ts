import { atom } from 'nanostores';
import { audit } from '../../copy/audit.ts';
import { api, pageLimit } from '../../shared/api.ts';
import {
  auditPageSchema,
  type AuditHead,
  type AuditPage,
  entriesOf,
  firstMisfit,
} from '../../shared/audit.ts';
import { browserWait, retrying, type Ask } from '../staff/ask.ts';
import { exactTime } from '../staff/format.ts';

const words = audit.check;

interface Listed {
  /** Newest first, unparsed: a damaged entry must not hide the others. */
  entries: unknown[];
  /** The log's head when the first page was loaded. */
  head: AuditHead | undefined;
  /** Null once the log's first entry has been loaded. */
  next: string | null;
  state: 'loading' | 'idle' | 'failed';
}

/** How far a check has come, or what it found. */
interface Check {
  says: string;
  isRunning?: boolean;
  isBad?: boolean;
}

const pageOf = async (
  ask: Ask,
  limit: number,
  cursor: string | null = null,
): Promise<AuditPage> => {
  const params = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
  const response = await retrying(() => ask(`${api.audit}?${params.toString()}`), {
    wait: browserWait,
  });
  return auditPageSchema.parse(await response.json());
};

/** The newest entries. */
export const firstPage = (ask: Ask): Promise<AuditPage> => pageOf(ask, pageLimit.usual);

/** Listing reads page by page. Verifying reads all of the log again. */
export function createAuditStore(ask: Ask, first: AuditPage | undefined) {
  const $listed = atom<Listed>({
    entries: first?.entries ?? [],
    head: first?.head,
    next: first?.next_cursor ?? null,
    state: first ? 'idle' : 'failed',
  });
  const $check = atom<Check>({ says: '' });

  return {
    $listed,
    $check,

    /** Loads the next page, or the first one if that failed. */
    async load(): Promise<void> {
      const { entries, head, next } = $listed.get();
      $listed.set({ ...$listed.get(), state: 'loading' });
      try {
        const it = await pageOf(ask, pageLimit.usual, next);
        $listed.set({
          entries: [...entries, ...it.entries],
          head: head ?? it.head,
          next: it.next_cursor,
          state: 'idle',
        });
      } catch {
        $listed.set({ ...$listed.get(), state: 'failed' });
      }
    },

    verify: async (): Promise<void> => {
      const newestFirst: unknown[] = [];
      let cursor: string | null = null;
      let head: AuditHead | undefined;
      try {
        do {
          $check.set({ says: words.running(newestFirst.length), isRunning: true });
          const it: AuditPage = await pageOf(ask, pageLimit.most, cursor);
          // The first page has the newest entries, so its head is the head of the log.
          head ??= it.head;
          newestFirst.push(...it.entries);
          cursor = it.next_cursor;
        } while (cursor !== null);
        const entries = newestFirst.toReversed();
        const misfit = await firstMisfit(entries, head);
        const since = entriesOf('witnessed', entries)[0]?.at;
        if (misfit) $check.set({ says: words.misfit[misfit.why](misfit.number), isBad: true });
        else if (head.count === 0) $check.set({ says: words.empty });
        else {
          const witnessed = since ? words.witnessed(exactTime(since)) : '';
          $check.set({ says: words.intact(head.count) + witnessed });
        }
      } catch {
        $check.set({ says: words.failed });
      }
    },
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;
