/** The notices that wait for RIGHTS_URL. */
import type { SiteDeps } from '../deps.ts';
import { orInstead } from '../log/log.ts';
import type { Decide, Store } from '../store/port.ts';
import type { RightsNotice } from '../store/record.ts';
import { daysBefore, hour, later } from '../spans.ts';
import { claim } from './attempt.ts';
import { sendClaimed, type Order } from './deliver.ts';
import { delays } from './schedule.ts';
import { messageOfNotice } from './webhook/message.ts';

/** How many are read at once. Firestore bills each, and the site looks at them every five minutes. */
const mostAtOnce = 50;

export async function* dueNotices(store: Store, { now }: SiteDeps): AsyncGenerator<string> {
  const due = await store.notices('delivery.next_attempt_at', now().toISOString(), mostAtOnce);
  for (const { id } of due) yield id;
}

/** After the last of a lead's tries, the last wait is repeated. */
const repeating = (it: RightsNotice): RightsNotice => ({
  ...it,
  tries: Math.min(it.tries, delays.length - 2),
});

/** Claims the notice and sends it. It is tried until it is taken or given up. */
export async function attemptNotice(order: Order, store: Store, deps: SiteDeps) {
  const change = (decide: Decide<RightsNotice>) => store.changeNotice(order.id, decide);
  const how = { trigger: 'due', holder: deps.newId(), now: deps.now() } as const;
  const claimed = await change((it) => claim(repeating(it), how));
  if (!claimed) return undefined;
  return sendClaimed(claimed, { order, message: messageOfNotice(claimed), change }, deps);
}

/** By then, four tries have failed. */
const lateMs = hour;

/** No notice waits longer: it has personal data, even of people who were erased. */
const mostDays = 30;

/** Finds late ones even if RIGHTS_URL was removed: each of them is somebody's wish. */
export async function findLateNotices(store: Store, deps: Pick<SiteDeps, 'rights' | 'now'>) {
  const late = await store.notices('at', later(deps.now(), -lateMs), mostAtOnce);
  const [oldest] = late;
  if (!oldest) return [];
  const size = late.length;
  const count = size < mostAtOnce ? size : `${size} or more`;
  const notices =
    size === 1 ? '1 notice of an opt-out or erasure' : `${count} notices of opt-outs and erasures`;
  const why =
    deps.rights.state === 'set'
      ? `RIGHTS_URL has not taken ${notices} for an hour or more. Check its address, and whether its receiver has the WEBHOOK_SECRET; the log has its answers.`
      : `RIGHTS_URL is missing or wrong, so ${notices} can't be sent. Set it to the address of your texting tool's receiver, and deploy.`;
  const what = `${why} Each is given up after ${mostDays} days: tell your texting tool of those by hand, from the audit log.`;
  return [{ kind: 'rights' as const, what, since: oldest.at, size }];
}

/** Removes notices that nobody will take. Alerts have told of them since their first hour. Never rejects. */
export const giveUpNotices = (deps: SiteDeps): Promise<void> =>
  orInstead(undefined, 'erase-old', deps.log, async () => {
    const store = await deps.store();
    for (const it of (await Array.fromAsync(store.all('rights'))).flat()) {
      const { id } = it;
      if (it.kind === 'damaged') deps.log({ event: 'damaged-record', id });
      else if (it.at < daysBefore(deps.now(), mostDays)) {
        await store.changeNotice(id, (stored) => ({ ...stored, delivery: { state: 'off' } }));
        deps.log({ event: 'notice-given-up', id });
      }
    }
  });
