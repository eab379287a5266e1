/** What happens to notices that RIGHTS_URL doesn't take. */
import { daysBefore } from '../batches.ts';
import { waitingNotices } from '../delivery/notice-queue.ts';
import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import type { Store } from '../store/port.ts';
import { hostOf, noticed, type Observation } from './incidents.ts';

/** After this time it is more than a hiccup: five tries have failed. */
const lateMs = 60 * 60_000;

/** No notice waits for longer: it has personal data, also of people who were erased. */
const mostDays = 30;

/** Whatever the settings are, each of them is somebody's wish. */
export async function findLateNotices(
  store: Store,
  deps: Pick<SiteDeps, 'rights' | 'now' | 'log'>,
): Promise<Observation[]> {
  const before = new Date(deps.now().getTime() - lateMs).toISOString();
  const late = (await waitingNotices(store, deps)).filter(({ at }) => at <= before);
  const [oldest] = late;
  if (!oldest) return [];
  const notices = textOf(late.length);
  const what =
    deps.rights.state === 'set'
      ? `RIGHTS_URL has not taken ${notices} for an hour or more. Check its address, and whether its receiver has the WEBHOOK_SECRET; the log has its answers.`
      : `RIGHTS_URL is missing or wrong, so ${notices} can't be sent. Set it to the address of your texting tool's receiver, and deploy.`;
  return [{ kind: 'rights', what, since: oldest.at, size: late.length }];
}

/** Removes notices that were refused for good or have waited too long, and says so. Never rejects. */
export async function giveUpNotices(deps: SiteDeps): Promise<void> {
  try {
    const store = await deps.store();
    const oldest = daysBefore(deps.now(), mostDays);
    const lost = (await waitingNotices(store, deps)).filter(
      ({ at, delivery }) => at < oldest || delivery.state === 'failed',
    );
    if (lost.length === 0) return;
    // The alert comes first, so that it comes twice rather than never.
    await store.changeWatch((it) => noticed(it, [givenUpText(lost.length, deps)], deps));
    for (const { id } of lost) {
      await store.removeNotice(id);
      deps.log({ event: 'notice-given-up', id });
    }
  } catch (error) {
    deps.log(fault('give-up-notices', error));
  }
}

const textOf = (count: number): string =>
  count === 1
    ? '1 notice of an opt-out or erasure'
    : `${count.toLocaleString('en-US')} notices of opt-outs and erasures`;

const givenUpText = (count: number, { alerts: { site } }: SiteDeps): string =>
  `${hostOf(site)}: RIGHTS_URL never took ${textOf(count)}, and no tries are left. Tell your texting tool by hand: ${new URL('/admin/audit', site).href} lists the opt-outs and erasures.`;
