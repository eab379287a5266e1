import { atom, computed, map, type ReadableAtom } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { api } from '../../../shared/api.ts';
import { alertsSchema, type Alerts } from '../../../shared/health.ts';
import { submissionsPageSchema } from '../../../shared/submission.ts';
import type { Ask } from '../../staff/ask.ts';
import { exactTime } from '../../staff/format.ts';
import { heldOnly, listPath, noFilter, waitingOnly, type Filter } from '../filters/filter.ts';

/** The site itself looks every five minutes, too. */
export const checkEvery = 5 * 60_000;

/** While an alarm is raised, somebody is waiting for its end. */
const recheckEvery = 60_000;

/** These have words of their own, and a button that shows their leads. */
const waits = ['undelivered', 'held'] as const;
type Wait = (typeof waits)[number];
type Shown = Wait | 'waiting';

export interface Alarm {
  kind: string;
  what: string;
  more: string;
  /** The leads that it is about. */
  show?: { kind: Shown; label: string };
  hide?: () => void;
}

interface AlarmDeps {
  ask: Ask;
  now: () => number;
  choose: (filter: Filter) => void;
  /** How many leads wait for an answer, as the list counts them. */
  $waiting: ReadableAtom<number | undefined>;
}

const none: Alerts = { undelivered: null, held: null, incidents: [], unsent: null };

/** All that is wrong: leads that have waited too long, and faults of the site. */
export function createAlarms({ ask, now, choose, $waiting }: AlarmDeps) {
  const $alerts = atom(none);
  /** Since when the lead waits whose alarm is hidden. The alarm comes back for another lead. */
  const $hidden = map<Partial<Record<Wait, string>>>({});
  let askedAt = -Infinity;

  const waitingTooLong = (alerts: Alerts, kind: Wait, hidden?: string): Alarm[] => {
    const wait = alerts[kind];
    if (!wait || wait.since === hidden) return [];
    const { what, since, show } = admin.alarm[kind];
    const hide = () => {
      $hidden.setKey(kind, wait.since);
    };
    return [{ kind, what, more: since(wait.seconds), show: { kind, label: show }, hide }];
  };

  const $list = computed([$alerts, $hidden, $waiting], (alerts, hidden, waiting): Alarm[] => [
    ...waits.flatMap((kind) => waitingTooLong(alerts, kind, hidden[kind])),
    ...alerts.incidents.flatMap(({ kind, what, since }): Alarm[] => {
      const more = admin.alarm.since(exactTime(since));
      if (kind !== 'waiting') return [{ kind, what, more }];
      // Its sentence has a count, but the list's own count is newer.
      const words = admin.alarm.waiting;
      const show = { kind, label: words.show } as const;
      return waiting === 0 ? [] : [{ kind, what: words.what, more, show }];
    }),
    ...(alerts.unsent === null
      ? []
      : [{ kind: 'unsent', what: admin.alarm.unsent, more: `${alerts.unsent}.` }]),
  ]);

  return {
    $list,

    /** Asks every five minutes, or every minute while an alarm is raised. */
    async check(): Promise<void> {
      const pause = $list.get().length > 0 ? recheckEvery : checkEvery;
      // A clock that was set back must not keep it silent until the old time comes again.
      if (Math.abs(now() - askedAt) < pause) return;
      askedAt = now();
      try {
        $alerts.set(alertsSchema.parse(await (await ask(api.alerts)).json()));
      } catch {
        // No answer neither raises nor clears an alarm. The list itself says that it's offline.
      }
    },

    async show(kind: Shown): Promise<void> {
      if (kind === 'undelivered') choose(await findUndelivered(ask));
      else choose(kind === 'held' ? heldOnly : waitingOnly);
    },
  };
}

/**
 * The filter that shows undelivered leads. Failed ones come first: only a person resends them,
 * while the schedule retries pending ones. Archived leads are delivered, too.
 */
async function findUndelivered(ask: Ask): Promise<Filter> {
  const failed: Filter = { ...noFilter, delivery: 'failed' };
  const pending: Filter = { ...noFilter, delivery: 'pending' };
  try {
    for (const filter of [failed, pending, inArchive(failed), inArchive(pending)]) {
      const response = await ask(listPath(filter, { limit: 1 }));
      const { submissions, next_cursor } = submissionsPageSchema.parse(await response.json());
      if (submissions.length > 0 || next_cursor !== null) return filter;
    }
  } catch {
    // The list will show the error and retry.
  }
  return failed;
}

const inArchive = (filter: Filter): Filter => ({ ...filter, archived: 'yes' });
