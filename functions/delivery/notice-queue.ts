import type { SiteDeps } from '../deps.ts';
import type { Store } from '../store/port.ts';
import type { RightsNotice } from '../store/record.ts';
import { claim } from './attempt.ts';
import { sendClaimed, type Order } from './deliver.ts';
import { messageOfNotice } from './webhook/message.ts';

/** All that wait, the oldest first. There are few, so they need no index. */
export async function waitingNotices(
  store: Store,
  { log }: Pick<SiteDeps, 'log'>,
): Promise<RightsNotice[]> {
  const all: RightsNotice[] = [];
  for await (const found of store.all('rights')) {
    for (const it of found) {
      if (it.kind === 'notice') all.push(it);
      else log({ event: 'damaged-record', id: it.id });
    }
  }
  return all.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The ids of those that are due. */
export async function* dueNotices(store: Store, deps: SiteDeps): AsyncGenerator<string> {
  const now = deps.now().toISOString();
  for (const { id, delivery } of await waitingNotices(store, deps)) {
    if (delivery.state === 'pending' && delivery.next_attempt_at <= now) yield id;
  }
}

/** Claims the notice and sends it. It is tried until it is taken, or the receiver answers 410. */
export async function attemptNotice(order: Order, store: Store, deps: SiteDeps): Promise<boolean> {
  const { id } = order;
  const claimed = await store.changeNotice(id, (it) =>
    claim(it, { trigger: 'due', holder: deps.newId(), now: deps.now() }),
  );
  if (!claimed) return false;
  const made = await sendClaimed(
    claimed,
    {
      order,
      message: messageOfNotice(claimed),
      change: (decide) => store.changeNotice(id, decide),
      isEndless: true,
    },
    deps,
  );
  return made !== undefined;
}
