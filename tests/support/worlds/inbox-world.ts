import type { SubmissionItem } from '../../../src/shared/submission.ts';
import { AskError, type Ask, type Wait } from '../../../src/islands/staff/ask.ts';
import { atom } from 'nanostores';
import { onTestFinished, vi } from 'vitest';
import { noFilter, type Filter } from '../../../src/islands/inbox/filters/filter.ts';
import { createList, firstView } from '../../../src/islands/inbox/list/list.ts';
import { createLeads, type Lead } from '../../../src/islands/inbox/leads.ts';
import { createClient } from '../../../src/islands/staff/query-client.ts';
import { answerTo, lead as anyLead, leads } from '../pages/fake-inbox.ts';
import type { Toast } from '../../../src/browser/toasts.ts';
import { createActions } from '../../../src/islands/inbox/actions/actions.ts';

export const newest = Date.parse('2026-03-01T12:00:00Z');
export const some = (count: number) => leads(count, newest);
export const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
export const failedOnly = { ...noFilter, delivery: 'failed' as const };
export const stamp = { at: '2026-03-01T12:00:00Z', by: 'ada@example.com' };
export const waiting = (index: number) => ({
  ...anyLead(index, newest),
  answered: null,
  archived: false,
});
/** A lead that is newer than all others. */
export const late = (id = 'late') => ({ ...anyLead(0, newest + 3_600_000), id });
export const changed = (rows: SubmissionItem[], id: string, change: Partial<SubmissionItem>) =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row));

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
    /** The path of each call, with its search. */
    calls: [] as string[],
    /** Runs before the usual response; an error that it throws is the response. */
    before: undefined as ((call: string) => Promise<unknown> | undefined) | undefined,
    /** Runs between the response and its arrival. */
    after: undefined as ((call: string) => Promise<unknown> | undefined) | undefined,
  };
  const ask: Ask = async (path, { json, tag, signal } = {}) => {
    const { q } = (json ?? {}) as { q?: string };
    const call = q === undefined ? path : `${path} for ${q}`;
    functions.calls.push(call);
    await functions.before?.(call);
    signal?.throwIfAborted();
    const url = new URL(path, 'https://site.example');
    const { status, json: body, etag } = await answerTo(functions, url, json, tag);
    await functions.after?.(call);
    if (status >= 400) throw new AskError('refused');
    if (status === 204 || status === 304) return new Response(null, { status });
    return Response.json(body, { headers: etag === undefined ? {} : { etag } });
  };
  return { functions, ask };
}

/** A cache that retries without a wait. */
export function quickClient() {
  const client = createClient();
  const { queries, mutations } = client.getDefaultOptions();
  client.setDefaultOptions({
    queries: { ...queries, retryDelay: 0 },
    ...(mutations && { mutations }),
  });
  onTestFinished(() => {
    client.unmount();
    client.clear();
  });
  return client;
}

/** The list after its first page, on a server with these rows. `show` changes the filter. */
export async function listWorld(
  rows: SubmissionItem[],
  filter: Filter = noFilter,
  client = quickClient(),
) {
  const $filter = atom(filter);
  const $openedId = atom<string | undefined>(undefined);
  const $isAtTab = atom(true);
  const { functions, ask } = fakeFunctions(rows);
  const world = { failures: 0 };
  const leads = createLeads(client, ask);
  await firstView(client, leads, filter);
  const list = createList({
    client,
    leads,
    $filter,
    $isAtTab,
    $openedId,
    onFailed: () => {
      world.failures += 1;
    },
  });
  onTestFinished(list.$rows.listen(() => undefined));
  const shown = () => list.$rows.get().map(({ id }) => id);
  const settled = () => vi.waitUntil(() => list.$status.get() === 'ready');
  const show = async (wanted: Filter) => {
    $filter.set(wanted);
    await settled();
  };
  return { client, leads, list, functions, world, shown, show, settled, $openedId, $isAtTab };
}

/** The stamp of the admin at the page. */
export const ownStamp = { at: '2026-03-01T12:00:00.000Z', by: 'ada@example.com' };

/** One lead, and a server with one of these responses for each call. */
export function actionWorld(lead: Partial<Lead>, ...answers: unknown[]) {
  const store = {
    lead: { ...anyLead(0), id: 'a', ...lead },
    asked: [] as unknown[],
    /** The earlier states of the lead, in order. */
    was: [] as Partial<Lead>[],
    rows: [] as string[],
    toasts: [] as Toast[],
    hidden: [] as string[],
    $openedId: atom<string | undefined>(),
  };
  const client = quickClient();
  const leads = createLeads(client, () => Promise.reject(new AskError('refused')));
  client.setQueryData(['leads'], { a: { value: store.lead, asOf: 0 } });
  onTestFinished(
    leads.$leads.listen((all) => {
      store.lead = all.get('a') ?? store.lead;
      store.was.push(store.lead);
    }),
  );
  const actions = createActions({
    client,
    ask: (path, { json } = {}) => {
      store.asked.push([path, json]);
      const answer = answers.shift();
      return answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve(Response.json(answer));
    },
    toast: (toast) => {
      store.toasts.push(toast);
      return () => void store.hidden.push(toast.title);
    },
    leads: {
      ...leads,
      refresh: (id) => Promise.resolve(void store.rows.push(`ask for ${id}`)),
    },
    $openedId: store.$openedId,
    open: ({ id }) => void store.rows.push(`open ${id}`),
    take: (id) => {
      store.rows.push(`take ${id}`);
      return () => void store.rows.push(`put back ${id}`);
    },
    now: () => Date.parse(ownStamp.at),
    who: ownStamp.by,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return Object.assign(store, actions, {
    /** A colleague's change. */
    learn: (change: Partial<Lead>) => leads.store('a', change),
    titles: () => store.toasts.map(({ title }) => title),
    press: () => (store.toasts.at(-1)?.action?.run(), settle()),
    undo: () => actions.undo().then(settle),
  });
}
