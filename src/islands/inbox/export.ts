import type { QueryClient } from '@tanstack/query-core';
import { atom } from 'nanostores';
import type { Toast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { api, exportPart, nextCursorHeader } from '../../shared/api.ts';
import { dayAt } from '../../shared/company-time.ts';
import { AskError, type Ask } from '../staff/ask.ts';
import { pathOf, searchIn, type Filter } from './filters/filter.ts';

interface ExportDeps {
  client: QueryClient;
  ask: Ask;
  toast: (toast: Toast) => void;
  now: () => number;
  save: (file: Blob, name: string) => void;
}

/**
 * Exports all rows of a filter in parts. Saves nothing on failure or cancellation: in a spreadsheet, a
 * truncated file looks complete.
 */
export function createExport({ client, ask, toast, now, save }: ExportDeps) {
  const $rows = atom<number | undefined>(undefined);
  let canceling = new AbortController();

  const fetchPart = async (path: string, json: unknown, signal: AbortSignal) => {
    const response = await ask(path, { json, signal });
    const text = await response.text().catch((cause: unknown) => {
      throw new AskError('unreachable', { cause });
    });
    if (!isComplete(text)) throw new AskError('unreachable');
    return { text, next: response.headers.get(nextCursorHeader) };
  };

  const collect = async (filter: Filter, signal: AbortSignal): Promise<Blob> => {
    const parts: Blob[] = [];
    let cursor: string | null = null;
    do {
      const path = pathOf(api.submissionsCsv, filter, { cursor, limit: exportPart.most });
      const part = await client.query({
        queryKey: [...queryKey, path],
        queryFn: (context) => fetchPart(path, searchIn(filter), context.signal),
        staleTime: 0,
        gcTime: 0,
      });
      signal.throwIfAborted();
      const rows = rowsIn(part.text) - (cursor === null ? 1 : 0);
      $rows.set(($rows.get() ?? 0) + rows);
      // Browsers can keep a blob on disk.
      parts.push(new Blob([part.text]));
      cursor = part.next;
    } while (cursor !== null);
    return new Blob(parts, { type: 'text/csv' });
  };

  return {
    $rows,

    async run(filter: Filter): Promise<void> {
      if ($rows.get() !== undefined) return;
      const { signal } = (canceling = new AbortController());
      $rows.set(0);
      try {
        const file = await collect(filter, signal);
        const name = admin.csv.name(dayAt(now()));
        const isEmpty = $rows.get() === 0;
        if (!isEmpty) save(file, name);
        toast({ title: isEmpty ? admin.csv.nothing : admin.csv.saved(name) });
      } catch (error) {
        if (signal.aborted) toast({ title: admin.csv.canceled, description: admin.csv.noFile });
        else toast({ title: admin.csv.failed, description: reasonOf(error), destructive: true });
      } finally {
        $rows.set(undefined);
      }
    },

    cancel: (): void => {
      canceling.abort();
      void client.cancelQueries({ queryKey });
    },
  };
}

const queryKey = ['export'];

const reasonOf = (error: unknown): string =>
  `${admin.csv.why[error instanceof AskError ? error.why : 'broken']} ${admin.csv.noFile}`;

/** Every row ends with a line break, so a truncated part doesn't. */
const isComplete = (text: string): boolean => text === '' || text.endsWith('\r\n');

/** Ignores line breaks inside quotes, which belong to a message. */
const rowsIn = (text: string): number => text.replace(/"[^"]*"/g, '').split('\r\n').length - 1;
