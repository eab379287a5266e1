import { createAlarm } from '../../../src/islands/inbox/alarm/alarm-store.ts';
import type { SubmissionItem } from '../../../src/shared/submission.ts';
import { AskError, type Ask, type Wait } from '../../../src/islands/staff/ask.ts';
import { atom } from 'nanostores';
import { noFilter, type Filter } from '../../../src/islands/inbox/filters/filter.ts';
import { createLeadList } from '../../../src/islands/inbox/list/lead-list-store.ts';
import { createPages } from '../../../src/islands/inbox/list/pages.ts';
import { healthOf } from '../builders/health.ts';
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

/** The alarm of a site whose oldest lead came at a time that the test sets. */
export function alarmWorld(seconds: number | null) {
  const world = {
    time: 0,
    oldest: seconds === null ? undefined : -seconds * 1000,
    asked: [] as string[],
    mayMove: (() => true) as (appears: boolean) => boolean,
    answer: () =>
      Response.json(
        healthOf(
          world.oldest === undefined ? null : Math.floor((world.time - world.oldest) / 1000),
        ),
      ),
  };
  const alarm = createAlarm({
    fetch: (path) => {
      world.asked.push(path);
      return Promise.resolve().then(() => world.answer());
    },
    now: () => world.time,
    mayMove: (appears) => world.mayMove(appears),
  });
  return {
    world,
    alarm,
    waiting: () => {
      const strip = alarm.$strips.get().undelivered;
      return strip?.isOver ? 'only its space' : strip?.seconds;
    },
    later: async (ms: number) => {
      world.time += ms;
      await alarm.check();
    },
  };
}
