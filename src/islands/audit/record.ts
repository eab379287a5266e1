import { atom } from 'nanostores';
import { api, pageLimit } from '../../shared/api.ts';
import { auditPageSchema, type AuditHead, type AuditPage } from '../../shared/audit.ts';
import { firstMisfit, type Misfit } from '../../shared/audit-chain.ts';
import type { Ask } from '../admin/ask.ts';
import { isWorthRetrying } from '../admin/ask-error.ts';
import { retrying, type Wait } from '../admin/backoff.ts';

export interface Listed {
  /** Newest first, as they are stored. */
  entries: unknown[];
  /** Of the first page; undefined until it has come. */
  head: AuditHead | undefined;
  /** Null at the beginning of the record. */
  next: string | null;
  state: 'loading' | 'idle' | 'failed';
}

export type Check =
  | { state: 'none' | 'failed' }
  | { state: 'running'; read: number }
  /** Without a misfit it is whole. */
  | { state: 'done'; head: AuditHead; misfit: Misfit | undefined };

/** The record as it is looked at, and as it is verified: the latter reads all of it anew. */
export function createRecord(ask: Ask, wait: Wait) {
  const $listed = atom<Listed>({ entries: [], head: undefined, next: null, state: 'loading' });
  const $check = atom<Check>({ state: 'none' });

  const page = async (cursor: string | null, limit: number): Promise<AuditPage> => {
    const params = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    const response = await retrying(() => ask(`${api.audit}?${params.toString()}`), {
      wait,
      isWorthRetrying,
    });
    return auditPageSchema.parse(await response.json());
  };

  return {
    $listed,
    $check,

    /** The first page, or the one behind what is there. */
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
        // Later pages hold what is older, so the head of the first is that of the whole.
        const { head } = first;
        const misfit = await firstMisfit(newestFirst.toReversed(), head);
        $check.set({ state: 'done', head, misfit });
      } catch {
        $check.set({ state: 'failed' });
      }
    },
  };
}

export type AuditRecord = ReturnType<typeof createRecord>;
