import type { SubmissionItem } from '../../../src/shared/submission.ts';
import { AskError, type Ask, type Wait } from '../../../src/islands/staff/ask.ts';
import { atom } from 'nanostores';
import { vi } from 'vitest';
import { noFilter, type Filter } from '../../../src/islands/inbox/filters/filter.ts';
import { createLeadList } from '../../../src/islands/inbox/list/lead-list.ts';
import { createPages } from '../../../src/islands/inbox/list/pages.ts';
import { answerTo } from '../pages/fake-inbox.ts';

/** Records each wait and ends it at once. */
export function noWaits() {
  const waits: number[] = [];
  const wait: Wait = (milliseconds, signal) => {
    waits.push(milliseconds);
    signal?.throwIfAborted();
    return Promise.resolve();
  };
  return { waits, wait };
}

/** Functions that answer from an array. */
export function fakeFunctions(rows: SubmissionItem[]) {
  const functions = {
    rows,
    calls: [] as string[],
    /** Runs before the usual answer; an error that it throws is the answer. */
    before: undefined as ((path: string) => Promise<unknown> | undefined) | undefined,
    /** Runs between the answer and its arrival. */
    after: undefined as ((path: string) => Promise<unknown> | undefined) | undefined,
  };
  const ask: Ask = async (path, { json, tag, signal } = {}) => {
    functions.calls.push(path);
    await functions.before?.(path);
    signal?.throwIfAborted();
    const url = new URL(path, 'https://site.example');
    const { status, json: body, etag } = answerTo(functions, url, json, tag);
    await functions.after?.(path);
    if (status >= 400) throw new AskError('refused');
    if (status === 304) return new Response(null, { status });
    return Response.json(body, { headers: etag === undefined ? {} : { etag } });
  };
  return { functions, ask };
}

/** The list of a server that has these rows, once its first page is shown; `show` changes the filter. */
export async function listWorld(rows: SubmissionItem[], filter: Filter = noFilter) {
  const $filter = atom(filter);
  const $openedId = atom<string | undefined>(undefined);
  const { functions, ask } = fakeFunctions(rows);
  const { waits, wait } = noWaits();
  const world = { failures: 0 };
  const list = createLeadList({
    pages: createPages(ask, wait),
    $filter,
    $openedId,
    onFailed: () => {
      world.failures += 1;
    },
  });
  const shown = () => list.$rows.get().map(({ id }) => id);
  const show = async (wanted: Filter) => {
    $filter.set(wanted);
    await vi.waitUntil(() => list.$list.get().busy === undefined);
  };
  await list.load('first');
  return { list, functions, waits, world, shown, show, $openedId };
}
