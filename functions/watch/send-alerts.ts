import { say, type Words } from '../delivery/say.ts';
import type { Target } from '../delivery/webhook/webhook.ts';
import type { SiteDeps } from '../deps.ts';
import type { Store } from '../store/port.ts';
import type { Notice } from '../store/watch-state.ts';
import { dueNotice, inboxAt, leased, tried } from './incidents.ts';

export const sendAlert = (
  { id, text }: Omit<Words, 'link'>,
  target: Target,
  deps: Pick<SiteDeps, 'send' | 'now' | 'log'> & { alerts: Pick<SiteDeps['alerts'], 'site'> },
) => say('alert', { id, text, link: inboxAt(deps.alerts.site) }, target, deps);

/** No alert is begun later in a run. Each may take ten seconds, and Netlify ends a run after thirty. */
const latestAlert = 10_000;
const mostAtOnce = 10;

/**
 * Sends what is due, and returns how many were sent. Nobody else sends a notice that this run has leased.
 * The caller keeps `unnoted`: the ids of notices that it has sent, but the store has not noted.
 */
export async function sendDue(
  change: Store['changeWatch'],
  unnoted: Set<string>,
  deps: SiteDeps,
): Promise<number> {
  let sent = 0;
  const until = deps.now().getTime() + latestAlert;
  for (let count = 0; count < mostAtOnce && deps.now().getTime() <= until; count++) {
    const due: { notice: Notice | undefined } = { notice: undefined };
    await change((it) => {
      due.notice = dueNotice(it, deps.now());
      return due.notice && leased(it, due.notice, deps.now());
    });
    const { notice } = due;
    const target = notice && deps.alerts.targets[notice.to];
    if (!notice || !target) break;
    const error = unnoted.has(notice.id) ? null : await sendAlert(notice, target, deps);
    if (error === null) unnoted.add(notice.id);
    await change((it) => tried(it, notice, error, deps.now()));
    if (unnoted.delete(notice.id)) sent += 1;
  }
  return sent;
}
