import { atom } from 'nanostores';
import type { SubmissionItem } from '../../../shared/submission.ts';
import type { Ask } from '../../staff/ask.ts';
import { isFiltered, type Filter } from '../filters/filter.ts';
import type { Pages } from '../list/pages.ts';
import { resendOnce } from './resend.ts';

export type Bulk =
  | { state: 'none' }
  /** Reads the ids of all pages: the list may have loaded only some of them. */
  | { state: 'looking'; found: number; inView: boolean }
  | { state: 'asking'; ids: readonly string[] }
  | { state: 'sending'; total: number; sent: number; failed: number }
  | { state: 'done'; sent: number; failed: number; left: number; why?: string }
  | { state: 'nothing'; inView: boolean }
  | { state: 'look failed' };

interface BulkDeps {
  ask: Ask;
  pages: Pages;
  update: (id: string, change: Partial<SubmissionItem>) => void;
  /** When all is over: what the list shows may have changed. */
  onDone: () => void;
}

/** How many are sent at once: the receiver may be small. */
const atOnce = 3;

/** What only a person sends: given up, or stored while there was no webhook. */
const states = ['failed', 'off'] as const;

/** Resends everything that was not delivered, after a question that says how many that is. */
export function createBulk({ ask, pages, update, onDone }: BulkDeps) {
  const $bulk = atom<Bulk>({ state: 'none' });
  let stopping = new AbortController();

  return {
    $bulk,

    /** Within the view's search, industry and days, if there are any. */
    async look(filter: Filter): Promise<void> {
      const { signal } = (stopping = new AbortController());
      const inView = isFiltered({ ...filter, delivery: '' });
      const ids: string[] = [];
      try {
        for (const delivery of states) {
          let cursor: string | null = null;
          do {
            $bulk.set({ state: 'looking', found: ids.length, inView });
            const page = await pages.load({ ...filter, delivery }, { cursor, signal });
            ids.push(...page.submissions.map(({ id }) => id));
            cursor = page.next_cursor;
          } while (cursor !== null && !signal.aborted);
        }
      } catch {
        if (!signal.aborted) $bulk.set({ state: 'look failed' });
        return;
      }
      if (signal.aborted) return;
      $bulk.set(ids.length > 0 ? { state: 'asking', ids } : { state: 'nothing', inView });
    },

    async send(): Promise<void> {
      const asked = $bulk.get();
      if (asked.state !== 'asking') return;
      const { signal } = (stopping = new AbortController());
      const waiting = [...asked.ids];
      const total = waiting.length;
      const count = { sent: 0, failed: 0 };
      let why: string | undefined;
      const tell = (): void => {
        $bulk.set({ state: 'sending', total, ...count });
      };
      const sendInTurn = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          const { problem, change, isPointless } = await resendOnce(id, ask);
          update(id, change);
          if (problem === undefined) count.sent += 1;
          else count.failed += 1;
          tell();
          if (isPointless) why = problem;
          if (signal.aborted || why !== undefined) return;
        }
      };
      tell();
      await Promise.all(Array.from({ length: atOnce }, sendInTurn));
      const left = total - count.sent - count.failed;
      $bulk.set({ state: 'done', ...count, left, ...(why !== undefined && { why }) });
      onDone();
    },

    /** What is on its way comes to its end; nothing more is begun. */
    stop(): void {
      stopping.abort();
      if ($bulk.get().state !== 'sending') $bulk.set({ state: 'none' });
    },
  };
}

export type BulkStore = ReturnType<typeof createBulk>;
