import type { SubmissionItem } from '../../../src/shared/submission.ts';
import { AskError, type Ask, type Wait } from '../../../src/islands/staff/ask.ts';
import { atom } from 'nanostores';
import { noFilter, type Filter } from '../../../src/islands/inbox/filters/filter.ts';
import { createLeadList } from '../../../src/islands/inbox/list/lead-list-store.ts';
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
    before: undefined as ((path: string) => Promise<void> | void) | undefined,
  };
  const ask: Ask = async (path, { json, signal } = {}) => {
    functions.calls.push(path);
    await functions.before?.(path);
    signal?.throwIfAborted();
    const url = new URL(path, 'https://site.example');
    const { status, json: body } = answerTo(functions, url, json);
    if (status >= 400) throw new AskError('refused');
    return Response.json(body);
  };
  return { functions, ask };
}

/** The list of a server that has these rows; `show` changes the filter. */
export function listWorld(rows: SubmissionItem[], filter: Filter = noFilter) {
  const $filter = atom(filter);
  const { functions, ask } = fakeFunctions(rows);
  const { waits, wait } = noWaits();
  const world = {
    isFree: true,
    time: 0,
    failures: 0,
    openedId: undefined as string | undefined,
    erasures: 0,
  };
  const list = createLeadList({
    pages: createPages(ask, wait),
    $filter,
    isFree: () => world.isFree,
    now: () => world.time,
    onFailed: () => {
      world.failures += 1;
    },
    openedId: () => world.openedId,
    onErased: () => {
      world.erasures += 1;
    },
  });
  const settled = () =>
    new Promise<void>((resolve) => {
      const stop = list.$list.subscribe(({ busy }) => {
        if (busy) return;
        queueMicrotask(() => {
          stop();
        });
        resolve();
      });
    });
  const shown = () => list.$list.get().rows.map(({ id }) => id);
  const show = (wanted: Filter) => {
    $filter.set(wanted);
  };
  return { list, functions, waits, world, settled, shown, show };
}
