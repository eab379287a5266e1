import type { QueryClient } from '@tanstack/query-core';
import { atom } from 'nanostores';
import { pageLimit } from '../../shared/api.ts';
import { deliveryWords } from '../../copy/delivery.ts';
import type { Resent } from './actions/resend.ts';
import { isFiltered, type Filter } from './filters/filter.ts';
import type { LeadCache } from './leads.ts';

const words = deliveryWords.bulk;

interface Bulk {
  state: 'finding' | 'nothing' | 'asking' | 'sending' | 'done';
  says: string;
  ids?: readonly string[];
  progress?: { value: number; max: number };
}

interface BulkDeps {
  client: QueryClient;
  leads: Pick<LeadCache, 'read'>;
  resend: (id: string) => Promise<Resent | undefined>;
  onDone: () => void;
}

/** The webhook's server may be small. */
const atOnce = 3;

export const isAtWork = (bulk: Bulk | undefined): boolean =>
  bulk?.state === 'finding' || bulk?.state === 'sending';

/** The schedule doesn't send these: delivery was given up, or there was no webhook when the lead came. */
const states = ['failed', 'off'] as const;

const partsOf = (filter: Filter): Filter[] => {
  const isOneView = filter.answered !== '' || filter.archived !== '';
  const views = isOneView ? [filter] : [filter, { ...filter, archived: 'yes' as const }];
  return views.flatMap((view) => states.map((delivery) => ({ ...view, delivery })));
};

export function createBulk({ client, leads, resend, onDone }: BulkDeps) {
  const $bulk = atom<Bulk | undefined>(undefined);
  let stopping = new AbortController();

  const stop = (): void => {
    stopping.abort();
    if ($bulk.get()?.state !== 'sending') $bulk.set(undefined);
  };

  const readPage = (filter: Filter, cursor: string | null) =>
    client.query({
      queryKey: ['found', filter, cursor],
      queryFn: ({ signal }) => leads.read(filter, { cursor, limit: pageLimit.most, signal }),
      staleTime: 0,
      gcTime: 0,
    });

  return {
    $bulk,
    stop,

    /** For a change of the filter: the found leads and the question belong to the previous filter. */
    forget: (): void => {
      const state = $bulk.get()?.state;
      if (state !== 'sending' && state !== 'done') stop();
    },

    /**
     * Finds undelivered leads that match the filter, ignoring its delivery. Includes archived leads, which
     * the default view leaves out but the webhook should have.
     */
    async find(filter: Filter): Promise<void> {
      if (isAtWork($bulk.get())) return;
      const { signal } = (stopping = new AbortController());
      const ids = new Set<string>();
      try {
        for (const part of partsOf(filter)) {
          let cursor: string | null = null;
          do {
            $bulk.set({ state: 'finding', says: words.finding(ids.size) });
            const page = await readPage(part, cursor);
            signal.throwIfAborted();
            if (!page) break;
            // A search for an id finds its lead in every part, whatever its delivery.
            for (const { id, delivery } of page.submissions)
              if (delivery.state === part.delivery) ids.add(id);
            cursor = page.next_cursor;
          } while (cursor !== null);
        }
      } catch {
        if (!signal.aborted) $bulk.set({ state: 'nothing', says: words.findFailed });
        return;
      }
      const none = isFiltered({ ...filter, delivery: '' }) ? words.noneInView : words.none;
      $bulk.set(
        ids.size > 0
          ? { state: 'asking', says: words.ask(ids.size), ids: [...ids] }
          : { state: 'nothing', says: none },
      );
    },

    async send(): Promise<void> {
      const waiting = [...($bulk.get()?.ids ?? [])];
      if (waiting.length === 0) return;
      const { signal } = (stopping = new AbortController());
      const count = { sent: 0, failed: 0 };
      let max = waiting.length;
      let why: string | undefined;
      const report = (): void => {
        const value = count.sent + count.failed;
        $bulk.set({ state: 'sending', says: words.progress(value, max), progress: { value, max } });
      };
      const sendOneByOne = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          const resent = await resend(id);
          // An admin is resending it from its row, which shows the result.
          if (!resent) max -= 1;
          else if (resent.problem === undefined) count.sent += 1;
          else count.failed += 1;
          report();
          if (resent?.isPointless) why = resent.problem;
          if (signal.aborted || why !== undefined) return;
        }
      };
      report();
      await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
      const remaining = max - count.sent - count.failed;
      const counts = [
        words.result(count.sent, count.failed),
        ...(remaining ? [words.left(remaining)] : []),
      ];
      $bulk.set({ state: 'done', says: [counts.join(', '), ...(why ? [why] : [])].join('. ') });
      onDone();
    },
  };
}
