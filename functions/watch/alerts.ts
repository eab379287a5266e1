import { isSuccess } from '../../src/shared/submission.ts';
import type { Alerts } from '../../src/shared/health.ts';
import { forAdmins } from '../auth/admins.ts';
import { requireRoomForTest } from '../delivery/trial.ts';
import type { Target } from '../delivery/webhook/webhook.ts';
import type { SiteDeps } from '../deps.ts';
import type { Store } from '../store/port.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import { dueNotice, leased, tried, type Mail, type Notice, type Watch } from './incidents.ts';
import { testText } from './words.ts';

/** Sends an alert as Slack takes it. Returns why it failed, or null. Never rejects. */
export async function sendAlert(
  { id, text }: { id: string; text: string },
  target: Target,
  { send, now, log }: Pick<SiteDeps, 'send' | 'now' | 'log'>,
): Promise<string | null> {
  const sent = await send({ id, body: JSON.stringify({ text }) }, target, now());
  const { ms } = sent;
  const isSent = 'status' in sent && isSuccess(sent);
  log({
    event: isSent ? 'alert' : 'alert-not-sent',
    id,
    ...('status' in sent ? { status: sent.status } : { no_answer: sent.error }),
    ms,
  });
  if (isSent) return null;
  return 'status' in sent ? `The address answered ${sent.status}` : sent.error;
}

/** No alert is begun later in a run. Each may take ten seconds, and Netlify ends a run after thirty. */
const latestAlert = 10_000;
const mostAtOnce = 10;

export const mailOf = ({ alerts, newId }: SiteDeps): Mail => ({
  addresses: alerts.targets.length,
  site: alerts.site,
  newId,
});

/** Changes a watch that this process remembers while the store can't take it. */
export const changeRemembered =
  (memory: { watch: Watch }): Store['changeWatch'] =>
  (decide) => {
    const changed = decide(memory.watch);
    memory.watch = changed ?? memory.watch;
    return Promise.resolve(changed);
  };

/**
 * Sends what is due. Nobody else sends a notice that this run has leased. The caller keeps `sent`: the
 * ids of notices that it has sent, but the store has not noted.
 */
export async function sendDue(
  change: Store['changeWatch'],
  sent: Set<string>,
  deps: SiteDeps,
): Promise<void> {
  const until = deps.now().getTime() + latestAlert;
  for (let count = 0; count < mostAtOnce && deps.now().getTime() <= until; count++) {
    const due: { notice: Notice | undefined } = { notice: undefined };
    await change((it) => {
      due.notice = dueNotice(it, deps.now());
      return due.notice && leased(it, due.notice, deps.now());
    });
    const { notice } = due;
    const target = notice && deps.alerts.targets[notice.to];
    if (!notice || !target) return;
    const error = sent.has(notice.id) ? null : await sendAlert(notice, target, deps);
    if (error === null) sent.add(notice.id);
    await change((it) => tried(it, notice, error, deps.now()));
    sent.delete(notice.id);
  }
}

/** Shows admins what is wrong now, or sends a test alert to each address. */
export const alerts = forAdmins(['GET', 'POST'], async (request, deps, admin) => {
  if (request.method === 'GET') return show(await deps.store());
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

async function show(store: Store): Promise<Response> {
  const { incidents, notices } = await store.watch();
  const unsent = notices.findLast(({ error }) => error !== null)?.error ?? null;
  const shown = incidents.map(({ kind, what, since }) => ({ kind, what, since }));
  return json(200, { incidents: shown, unsent } satisfies Alerts);
}
