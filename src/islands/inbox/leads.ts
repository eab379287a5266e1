/** The server's leads in the cache of TanStack Query, each stored once. */
import type { MutationKey, QueryClient } from '@tanstack/query-core';
import { atom, computed } from 'nanostores';
import { forgetNotes } from '../../browser/session.ts';
import { api, pageLimit } from '../../shared/api.ts';
import { awaitsAnswer, awaitsDecision, isDue } from '../../shared/awaits.ts';
import { wholeId } from '../../shared/lead-filter.ts';
import {
  submissionsPageSchema,
  type SubmissionItem,
  type SubmissionsPage,
} from '../../shared/submission.ts';
import type { Ask } from '../staff/ask.ts';
import { now } from '../staff/clock.ts';
import { underWay } from '../staff/query-client.ts';
import { noFilter, pathOf, searchIn, type Filter } from './filters/filter.ts';

export type Lead = SubmissionItem;

export type TaggedPage = SubmissionsPage & { tag: string | undefined };

interface Part {
  cursor?: string | null;
  limit?: number;
  /** The ETag of a page that is already loaded. */
  tag?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Change {
  id: string;
  optimistic: Partial<Lead>;
}

export const changeKey: MutationKey = ['change'];

const counted = {
  waiting: awaitsAnswer,
  held: awaitsDecision,
  due: (lead: Lead) => isDue(lead, now()),
} satisfies Record<string, (lead: Lead) => boolean>;

type Counts = Record<keyof typeof counted, number>;

interface Known<T> {
  value: T;
  asOf: number;
}

type Leads = Readonly<Record<string, Known<Lead | undefined>>>;

/** Orders requests and responses. A clock would be too coarse. */
let moment = 0;

const keys = { leads: ['leads'], counts: ['counts'] } as const;

export function createLeads(client: QueryClient, ask: Ask) {
  client.setQueryDefaults(keys.leads, { gcTime: Infinity });
  client.setQueryDefaults(keys.counts, { gcTime: Infinity });

  const $known = inCache<Leads>(client, keys.leads);
  const $knownCounts = inCache<Known<Counts>>(client, keys.counts);
  const $changes = underWay<Change>(client, changeKey);

  const known = (id: string): Lead | undefined => $known.get()?.[id]?.value;

  /** All loaded leads by id, with unconfirmed changes applied. */
  const $leads = computed([$known, $changes], (all = {}, changes) => {
    const leads = new Map<string, Lead>();
    for (const [id, { value }] of Object.entries(all)) if (value) leads.set(id, value);
    for (const { id, optimistic } of changes) {
      const lead = leads.get(id);
      if (lead) leads.set(id, { ...lead, ...optimistic });
    }
    return leads;
  });

  const $counts = computed([$knownCounts, $known, $leads], (counts, all, leads) => {
    if (!counts) return undefined;
    const ids = new Set($changes.get().map(({ id }) => id));
    return [...ids].reduce(
      (it, id) => recounted(it, all?.[id]?.value, leads.get(id)),
      counts.value,
    );
  });

  /**
   * The cache's one rule: the response to an earlier request never replaces that of a later one. A poll
   * that began before a change can't undo it on the screen, whichever response comes first.
   */
  const learn = (
    asOf: number,
    leads: readonly (readonly [id: string, lead: Lead | undefined])[],
  ) => {
    const before = $known.get() ?? {};
    const newer = leads.filter(([id]) => asOf > (before[id]?.asOf ?? 0));
    const learned = newer.map(([id, value]) => [id, { value, asOf }] as const);
    client.setQueryData<Leads>(keys.leads, { ...before, ...Object.fromEntries(learned) });
    return newer.length === leads.length;
  };

  const learnCounts = ({ held, waiting, due }: SubmissionsPage, asOf: number): void => {
    if (held === undefined || waiting === undefined || due === undefined) return;
    client.setQueryData<Known<Counts>>(keys.counts, (before) =>
      asOf > (before?.asOf ?? 0) ? { value: { held, waiting, due }, asOf } : before,
    );
  };

  const read = async (filter: Filter, part: Part): Promise<TaggedPage | undefined> => {
    const { limit = pageLimit.usual, cursor, tag, signal } = part;
    const search = searchIn(filter);
    const asOf = ++moment;
    const response = await (search
      ? ask(pathOf(api.search, filter, { limit, cursor }), {
          json: { ...search, seen: tag },
          signal,
        })
      : ask(pathOf(api.submissions, filter, { limit, cursor }), { tag, signal }));
    if ([204, 304].includes(response.status)) return undefined;
    const page = submissionsPageSchema.parse(await response.json());
    const isNewest = learn(
      asOf,
      page.submissions.map((it) => [it.id, it]),
    );
    learnCounts(page, asOf);
    // Without the tag, the next poll reads what was left out.
    return { ...page, tag: (isNewest && response.headers.get('etag')) || undefined };
  };

  return {
    $leads,
    $counts,
    /** As the server has it. */
    known,
    /** As it is shown. */
    find: (id: string): Lead | undefined => $leads.get().get(id),

    /** Reads a page. Undefined if no lead has changed since the tag was issued. */
    read,

    async refresh(id: string, signal?: AbortSignal): Promise<void> {
      // An imported lead may have an id that search doesn't find.
      if (!wholeId.test(id)) return;
      const asOf = ++moment;
      const page = await read({ ...noFilter, q: id }, { signal });
      if (page?.submissions.some((it) => it.id === id)) return;
      learn(asOf, [[id, undefined]]);
      forgetNotes(id);
    },

    store(id: string, change: Partial<Lead>): void {
      const before = known(id);
      if (!before) return;
      const after = { ...before, ...change };
      const asOf = ++moment;
      const counts = $knownCounts.get();
      if (counts)
        client.setQueryData(keys.counts, { value: recounted(counts.value, before, after), asOf });
      learn(asOf, [[id, after]]);
    },
  };
}

export type LeadCache = ReturnType<typeof createLeads>;

function recounted(counts: Counts, before: Lead | undefined, after: Lead | undefined): Counts {
  if (!before || !after) return counts;
  const recount = (name: keyof Counts): number =>
    Math.max(0, counts[name] + Number(counted[name](after)) - Number(counted[name](before)));
  return { waiting: recount('waiting'), held: recount('held'), due: recount('due') };
}

function inCache<T>(client: QueryClient, queryKey: readonly string[]) {
  const $value = atom(client.getQueryData<T>(queryKey));
  client.getQueryCache().subscribe(({ query, type }) => {
    const [name] = query.queryKey as readonly unknown[];
    if (type === 'updated' && name === queryKey[0]) $value.set(query.state.data as T);
  });
  return $value;
}
