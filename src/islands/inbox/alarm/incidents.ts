import { atom } from 'nanostores';
import { alertsSchema, type Alerts, type IncidentKind } from '../../../shared/health.ts';
import { api } from '../../../shared/api.ts';
import type { Ask } from '../../staff/ask.ts';

/** The site itself looks each hour if nothing is wrong, and sends an alert if something is. */
export const askEvery = 30 * 60_000;

/** The alarm's strips show these, with a button that leads to the leads. */
const shownElsewhere: ReadonlySet<string> = new Set<IncidentKind>([
  'deliveries',
  'given_up',
  'held',
]);

const none: Alerts = { incidents: [], unsent: null };

interface IncidentDeps {
  ask: Ask;
  now: () => number;
  /** Whether lines may appear or disappear now, which moves the list below them. */
  mayMove: (appears: boolean) => boolean;
}

/** Other faults of the site, as the schedule last found them. */
export function createIncidents({ ask, now, mayMove }: IncidentDeps) {
  const $alerts = atom(none);
  let askedAt = -Infinity;
  let latest = none;

  return {
    $alerts,

    /** Asks at once and then each half hour. Each call may show what had to wait until the list may move. */
    async check(): Promise<void> {
      // A clock that was set back must not keep it silent until the old time comes again.
      if (Math.abs(now() - askedAt) >= askEvery) {
        askedAt = now();
        try {
          const { incidents, unsent } = alertsSchema.parse(await (await ask(api.alerts)).json());
          latest = { incidents: incidents.filter((it) => !shownElsewhere.has(it.kind)), unsent };
        } catch {
          // The list itself says that it's offline.
        }
      }
      const more = linesOf(latest) - linesOf($alerts.get());
      if (more === 0 || mayMove(more > 0)) $alerts.set(latest);
    },
  };
}

const linesOf = ({ incidents, unsent }: Alerts): number =>
  incidents.length + (unsent === null ? 0 : 1);
