import { heldAfterMs, lateAfterMs, type Alerts } from '../../src/shared/health.ts';
import { forAdmins } from '../auth/admins.ts';
import { requireRoomForTest } from '../delivery/trial.ts';
import type { SiteDeps } from '../deps.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/request.ts';
import { ageMs } from './find-trouble.ts';
import { oldestWaits } from './health.ts';
import { addressed, testText, dueNotice, inboxAt, leased, tried } from './incidents.ts';
import { keyOf, say, type Words } from '../delivery/say.ts';
import type { Target } from '../delivery/webhook/webhook.ts';
import type { Store } from '../store/port.ts';
import type { Notice } from '../store/watch-state.ts';

/** Sends a test alert to each address. */
export const testAlerts = forAdmins(async (_, deps, admin) => {
  const { targets, site } = deps.alerts;
  if (targets.length === 0) {
    throw new Refusal(502, 'No address for alerts is set up: set ALERT_URL to it.');
  }
  const id = deps.newId();
  await requireRoomForTest(id, admin, deps);
  const text = testText(site);
  const failures = await Promise.all(targets.map((it) => sendAlert({ id, text }, it, deps)));
  const [failure] = failures.filter((it) => it !== null);
  if (failure !== undefined) throw new Refusal(502, `${failure}.`);
  return json(200, { sent: targets.length });
});

/** `undelivered` and `held` say the same about this moment, whatever the settings of alerts are. */
const saidByWaits: readonly string[] = ['deliveries', 'given_up', 'held'];

/** Shows admins what is wrong now. */
export const showAlerts = forAdmins(async (_, deps) => {
  const store = await deps.store();
  const [{ incidents, notices }, oldest] = await Promise.all([store.watch(), oldestWaits(store)]);
  const wait = (since: string | undefined, tooLong: number): Alerts['held'] => {
    const ms = ageMs(since ?? null, deps.now());
    return since === undefined || ms < tooLong ? null : { since, seconds: Math.floor(ms / 1000) };
  };
  const shown = incidents.filter(({ kind }) => !saidByWaits.includes(kind));
  return json(200, {
    undelivered: wait(oldest.undelivered, lateAfterMs),
    held: wait(oldest.held, heldAfterMs),
    incidents: shown.map(({ kind, what, since }) => ({ kind, what, since })),
    unsent: notices.findLast(({ error }) => error !== null)?.error ?? null,
  } satisfies Alerts);
});

const sendAlert = ({ id, text }: Omit<Words, 'link'>, target: Target, deps: SiteDeps) =>
  say('alert', { id, text, link: inboxAt(deps.alerts.site) }, target, deps);

/** No alert is begun later in a run. Each may take ten seconds, and Netlify ends a run after thirty. */
const latestAlert = 10_000;
const mostAtOnce = 10;

/**
 * Sends what is due, and returns how many were sent. Nobody else sends a notice that this run has leased. If the
 * store can't note that one was sent, it comes again.
 */
export async function sendDue(change: Store['changeWatch'], deps: SiteDeps): Promise<number> {
  let sent = 0;
  const until = deps.now().getTime() + latestAlert;
  for (let count = 0; count < mostAtOnce && deps.now().getTime() <= until; count++) {
    const due: { notice: Notice | undefined } = { notice: undefined };
    await change((it) => {
      const here = addressed(it, deps.alerts);
      due.notice = dueNotice(here, deps.now());
      return due.notice && leased(here, due.notice, deps.now());
    });
    const { notice } = due;
    const target = deps.alerts.targets.find((it) => keyOf(it) === notice?.to);
    if (!notice || !target) break;
    const error = await sendAlert(notice, target, deps);
    await change((it) => tried(it, notice, error, deps.now()));
    if (error === null) sent += 1;
  }
  return sent;
}
