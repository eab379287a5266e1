import { atom, computed, type ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import { alertsSchema, type Alerts } from '../../../shared/health.ts';
import type { Ask } from '../../staff/ask.ts';
import { $today } from '../../staff/clock.ts';
import { shortTime } from '../../staff/format.ts';
import {
  archivedOnly,
  callsOnly,
  heldOnly,
  noFilter,
  waitingOnly,
  type Filter,
} from '../filters/filter.ts';

/** The site itself looks every five minutes, too. */
export const checkEvery = 5 * 60_000;

/** While an alarm is raised, somebody is waiting for its end. */
const recheckEvery = 60_000;

export interface Alarm {
  kind: string;
  what: string;
  more: string;
  /** The leads that it is about: those of the first filter that has any. */
  show?: { label: string; filters: readonly Filter[] };
}

interface AlarmDeps {
  ask: Ask;
  now: () => number;
  /** How many leads wait for an answer or a call. The list counts them, and is newer than the alerts. */
  $waiting: ReadableAtom<number | undefined>;
  /** How many leads wait for a decision, by the same count. */
  $held: ReadableAtom<number | undefined>;
}

/** These have words of their own, and a button that shows their leads. */
const shows = {
  // Only a person resends failed ones, while the schedule retries pending ones. Archived leads are delivered, too.
  undelivered: [noFilter, archivedOnly].flatMap((view) =>
    (['failed', 'pending'] as const).map((delivery) => ({ ...view, delivery })),
  ),
  held: [heldOnly],
  waiting: [waitingOnly],
  calls: [callsOnly],
};

const none: Alerts = { undelivered: null, held: null, troubles: [] };

/** All that is wrong: leads that have waited too long, and faults of the site. */
export function createAlarms({ ask, now, $waiting, $held }: AlarmDeps) {
  const $alerts = atom(none);
  let askedAt = -Infinity;

  const $list = computed([$alerts, $waiting, $held], (alerts, waiting, held) => {
    const list: Alarm[] = [];
    for (const kind of ['undelivered', 'held'] as const) {
      const wait = alerts[kind];
      if (!wait || (kind === 'held' && held === 0)) continue;
      const { what, since, show } = admin.alarm[kind];
      const filters = shows[kind];
      list.push({ kind, what, more: since(wait.seconds), show: { label: show, filters } });
    }
    for (const { kind, what, since } of alerts.troubles) {
      const more = admin.alarm.since(shortTime(since, $today.get()));
      if (kind !== 'waiting' && kind !== 'calls') list.push({ kind, what, more });
      else if (waiting !== 0) {
        const words = admin.alarm[kind];
        const show = { label: words.show, filters: shows[kind] };
        list.push({ kind, what: words.what, more, show });
      }
    }
    return list;
  });

  return {
    $list,

    /** Asks every five minutes, or every minute while an alarm is raised. */
    async check(): Promise<void> {
      const pause = $list.get().length > 0 ? recheckEvery : checkEvery;
      if (now() - askedAt < pause) return;
      askedAt = now();
      try {
        $alerts.set(alertsSchema.parse(await (await ask(api.alerts)).json()));
      } catch {
        // No answer neither raises nor clears an alarm. The list itself says that it's offline.
      }
    },
  };
}
