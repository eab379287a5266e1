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
import { retrying, type Ask, type Wait } from '../staff/ask.ts';
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

/** Listing reads page by page. Verifying reads all of the log again. */
export function createAuditStore(ask: Ask, wait: Wait) {
  const $listed = atom<Listed>({ entries: [], head: undefined, next: null, state: 'loading' });
  const $check = atom<Check>({ says: '' });

  const page = async (cursor: string | null, limit: number): Promise<AuditPage> => {
    const params = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    const response = await retrying(() => ask(`${api.audit}?${params.toString()}`), { wait });
    return auditPageSchema.parse(await response.json());
  };

  return {
    $listed,
    $check,

    /** Loads the first page, or the next one. */
    async load(): Promise<void> {
      const { entries, head, next } = $listed.get();
      $listed.set({ ...$listed.get(), state: 'loading' });
      try {
        const it = await page(next, pageLimit.usual);
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
          const it: AuditPage = await page(cursor, pageLimit.most);
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
