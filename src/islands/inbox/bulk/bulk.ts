import { atom } from 'nanostores';
import { isFiltered, type Filter } from '../filters/filter.ts';
import type { Pages } from '../list/pages.ts';
import type { Resent } from '../actions/resending.ts';

export type Bulk =
  | { state: 'none' }
  /** Reads all pages, since the list may have loaded only some of them. */
  | { state: 'finding'; found: number; inView: boolean }
  | { state: 'asking'; ids: readonly string[] }
  | { state: 'sending'; total: number; sent: number; failed: number }
  | { state: 'done'; sent: number; failed: number; left: number; why?: string }
  | { state: 'nothing'; inView: boolean }
  | { state: 'find failed' };

interface BulkDeps {
  pages: Pages;
  /** Returns undefined if the lead is already being sent. */
  resend: (id: string) => Promise<Resent | undefined>;
  /** The rows may have changed. */
  onDone: () => void;
}

/** The webhook's server may be small. */
const atOnce = 3;

export const isAtWork = ({ state }: Bulk): boolean => state === 'finding' || state === 'sending';

/** The schedule doesn't send these: they were given up, or stored while there was no webhook. */
const states = ['failed', 'off'] as const;

const partsOf = (filter: Filter): Filter[] => {
  const isOneView = filter.answered !== '' || filter.archived !== '';
  const views = isOneView ? [filter] : [filter, { ...filter, archived: 'yes' as const }];
  return views.flatMap((view) => states.map((delivery) => ({ ...view, delivery })));
};

/** Resends all undelivered leads, after a question that says how many there are. */
export function createBulk({ pages, resend, onDone }: BulkDeps) {
  const $bulk = atom<Bulk>({ state: 'none' });
  let stopping = new AbortController();

  /** Finishes the leads that are being sent and starts no others. */
  const stop = (): void => {
    stopping.abort();
    if ($bulk.get().state !== 'sending') $bulk.set({ state: 'none' });
  };

  return {
    $bulk,
    stop,

    /** For another filter: what was found, and the question about it, belong to the one before. */
    forget: (): void => {
      const { state } = $bulk.get();
      if (state !== 'sending' && state !== 'done') stop();
    },

    /**
     * Finds undelivered leads that match the filter, whatever delivery it asks for. The usual view has no
     * archived leads, but the webhook should have them.
     */
    async find(filter: Filter): Promise<void> {
      if (isAtWork($bulk.get())) return;
      const { signal } = (stopping = new AbortController());
      const inView = isFiltered({ ...filter, delivery: '' });
      const ids: string[] = [];
      try {
        for (const part of partsOf(filter)) {
          let cursor: string | null = null;
          do {
            $bulk.set({ state: 'finding', found: ids.length, inView });
            const page = await pages.load(part, { cursor, signal });
            ids.push(...page.submissions.map(({ id }) => id));
            cursor = page.next_cursor;
          } while (cursor !== null && !signal.aborted);
        }
      } catch {
        if (!signal.aborted) $bulk.set({ state: 'find failed' });
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
      let total = waiting.length;
      const count = { sent: 0, failed: 0 };
      let why: string | undefined;
      const report = (): void => {
        $bulk.set({ state: 'sending', total, ...count });
      };
      const sendOneByOne = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          const resent = await resend(id);
          // It is being resent by hand right now, which shows the result there.
          if (!resent) total -= 1;
          else if (resent.problem === undefined) count.sent += 1;
          else count.failed += 1;
          report();
          if (resent?.isPointless) why = resent.problem;
          if (signal.aborted || why !== undefined) return;
        }
      };
      report();
      await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
      const left = total - count.sent - count.failed;
      $bulk.set({ state: 'done', ...count, left, ...(why !== undefined && { why }) });
      onDone();
    },
  };
}
