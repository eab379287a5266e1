import { QueryObserver, type QueryClient } from '@tanstack/query-core';
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import { alertsSchema, type Alerts } from '../../../shared/health.ts';
import type { Ask } from '../../staff/ask.ts';
import { $today } from '../../staff/clock.ts';
import { shortTime } from '../../staff/format.ts';
import {
  archivedOnly,
  dueOnly,
  heldOnly,
  noFilter,
  waitingOnly,
  type Filter,
} from '../filters/filter.ts';
import type { LeadCache } from '../leads.ts';

/** The schedule checks every five minutes, too. */
export const checkEvery = 5 * 60_000;

/** During an alarm, admins wait for its end. */
const recheckEvery = 60_000;

export interface Alarm {
  kind: string;
  what: string;
  more: string;
  show?: { label: string; filters: readonly Filter[] };
}

interface AlarmDeps {
  client: QueryClient;
  ask: Ask;
  /** The number of waiting leads, counted by the list, which is newer than the alerts. */
  $counts: LeadCache['$counts'];
}

const shows = {
  // Failed before pending: failed leads need an admin, while the schedule retries pending ones. Archived
  // leads are delivered, too.
  undelivered: [noFilter, archivedOnly].flatMap((view) =>
    (['failed', 'pending'] as const).map((delivery) => ({ ...view, delivery })),
  ),
  held: [heldOnly],
  waiting: [waitingOnly],
  calls: [dueOnly],
};

const none: Alerts = { undelivered: null, held: null, troubles: [] };

export function createAlarms({ client, ask, $counts }: AlarmDeps): ReadableAtom<Alarm[]> {
  const alerts = new QueryObserver(client, {
    queryKey: ['alerts'],
    queryFn: async ({ signal }) =>
      alertsSchema.parse(await (await ask(api.alerts, { signal })).json()),
    // A failed request neither raises nor clears an alarm. The list itself reports that it's offline.
    refetchInterval: ({ state: { data } }) => (isRaised(data) ? recheckEvery : checkEvery),
    staleTime: ({ state: { data } }) => (isRaised(data) ? recheckEvery : checkEvery),
    refetchOnReconnect: true,
  });
  const $alerts = atom<Alerts | undefined>();
  onMount($alerts, () => alerts.subscribe(({ data }) => $alerts.set(data)));

  return computed([$alerts, $counts], (found = none, counts) => {
    const list: Alarm[] = [];
    for (const kind of ['undelivered', 'held'] as const) {
      const wait = found[kind];
      if (!wait || (kind === 'held' && counts?.held === 0)) continue;
      const { what, since, show } = admin.alarm[kind];
      const filters = shows[kind];
      list.push({ kind, what, more: since(wait.seconds), show: { label: show, filters } });
    }
    for (const { kind, what, since } of found.troubles) {
      const more = admin.alarm.since(shortTime(since, $today.get()));
      if (kind !== 'waiting' && kind !== 'calls') list.push({ kind, what, more });
      else if (counts?.[kind === 'calls' ? 'due' : kind] !== 0) {
        const words = admin.alarm[kind];
        const show = { label: words.show, filters: shows[kind] };
        list.push({ kind, what: words.what, more, show });
      }
    }
    return list;
  });
}

const isRaised = (alerts = none): boolean =>
  alerts.troubles.length > 0 || [alerts.undelivered, alerts.held].some((it) => it !== null);
