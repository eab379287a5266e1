import { atom } from 'nanostores';
import { api, pageLimit } from '../../shared/api.ts';
import {
  auditPageSchema,
  type AuditHead,
  type AuditPage,
  firstMisfit,
  type Misfit,
  witnesses,
} from '../../shared/audit.ts';
import { retrying, type Ask, type Wait } from '../staff/ask.ts';

interface Listed {
  /** Newest first, unparsed: a damaged entry must not hide the others. */
  entries: unknown[];
  /** The log's head when the first page was loaded. */
  head: AuditHead | undefined;
  /** Null once the log's first entry has been loaded. */
  next: string | null;
  state: 'loading' | 'idle' | 'failed';
}

export type Check =
  | { state: 'none' | 'failed' }
  | { state: 'running'; read: number }
  /** Without a misfit, the log is intact. `since`: when its end was sent away for the first time. */
  | { state: 'done'; head: AuditHead; misfit: Misfit | undefined; since: string | undefined };

/** Listing reads page by page. Verifying reads all of the log again. */
export function createAuditStore(ask: Ask, wait: Wait) {
  const $listed = atom<Listed>({ entries: [], head: undefined, next: null, state: 'loading' });
  const $check = atom<Check>({ state: 'none' });

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

    async verify(): Promise<void> {
      if ($check.get().state === 'running') return;
      $check.set({ state: 'running', read: 0 });
      try {
        const first = await page(null, pageLimit.most);
        const newestFirst = [...first.entries];
        for (let cursor = first.next_cursor; cursor !== null;) {
          $check.set({ state: 'running', read: newestFirst.length });
          const { entries, next_cursor } = await page(cursor, pageLimit.most);
          newestFirst.push(...entries);
          cursor = next_cursor;
        }
        // The first page has the newest entries, so its head is the head of the log.
        const { head } = first;
        const entries = newestFirst.toReversed();
        const misfit = await firstMisfit(entries, head);
        $check.set({ state: 'done', head, misfit, since: witnesses(entries)[0]?.at });
      } catch {
        $check.set({ state: 'failed' });
      }
    },
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;
