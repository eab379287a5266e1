import type { SubmissionItem } from '../../../src/shared/submission.ts';
import { AskError, type Ask } from '../../../src/islands/staff/ask.ts';
import type { Wait } from '../../../src/islands/staff/backoff.ts';
import { createLeadList } from '../../../src/islands/inbox/list/lead-list-store.ts';
import { createPages } from '../../../src/islands/inbox/list/pages.ts';
import { answerTo } from '../pages/stub-inbox.ts';

/** Waits that are over at once, and remembered. */
export function noWaits() {
  const waits: number[] = [];
  const wait: Wait = (milliseconds, signal) => {
    waits.push(milliseconds);
    signal?.throwIfAborted();
    return Promise.resolve();
  };
  return { waits, wait };
}

/** Functions that answer from an array, and fail when told to. */
export function fakeFunctions(rows: SubmissionItem[]) {
  const functions = {
    rows,
    calls: [] as string[],
    /** Comes before the usual answer; what it throws is the answer. */
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

/** The list before a server with so many rows. */
export function listWorld(rows: SubmissionItem[]) {
  const { functions, ask } = fakeFunctions(rows);
  const { waits, wait } = noWaits();
  const world = { isFree: true, time: 0, failures: 0 };
  const list = createLeadList({
    pages: createPages(ask, wait),
    isFree: () => world.isFree,
    now: () => world.time,
    onFailed: () => {
      world.failures += 1;
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
  return { list, functions, waits, world, settled, shown };
}
