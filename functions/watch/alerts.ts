import { heldAfterMs, lateAfterMs, type Alerts } from '../../src/shared/health.ts';
import { forAdmins } from '../auth/admins.ts';
import { ageMs } from '../durations.ts';
import { requireRoomForTest } from '../delivery/test-delivery.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/request.ts';
import { oldestWaits } from './readings.ts';
import { testText } from './trouble.ts';
import { inboxAt, sendText } from '../delivery/chat-and-mail.ts';

export const testAlerts = forAdmins(async (_, deps, admin) => {
  const { targets, site } = deps.alerts;
  if (targets.length === 0) {
    throw new Refusal(502, 'No address for alerts is set up: set ALERT_URL to it.');
  }
  const id = deps.newId();
  await requireRoomForTest(id, admin, deps);
  const text = testText(site);
  const failures = await Promise.all(
    targets.map((target) => sendText({ id, text, link: inboxAt(site) }, target, deps)),
  );
  const [failure] = failures.filter((reason) => reason !== null);
  if (failure !== undefined) throw new Refusal(502, `${failure}.`);
  return json(200, { sent: targets.length });
});

/** Left out of `troubles`: `undelivered` and `held` report these as of now, whatever the alert settings are. */
const shownByWaits: readonly string[] = ['deliveries', 'given_up', 'held'];

export const showAlerts = forAdmins(async (_, deps) => {
  const store = await deps.store();
  const [{ troubles }, oldest] = await Promise.all([store.watch(), oldestWaits(store)]);
  const wait = (since: string | undefined, tooLong: number): Alerts['held'] => {
    const ms = ageMs(since ?? null, deps.now());
    return since === undefined || ms < tooLong ? null : { since, seconds: Math.floor(ms / 1000) };
  };
  const shown = troubles.filter(({ kind }) => !shownByWaits.includes(kind));
  return json(200, {
    undelivered: wait(oldest.undelivered, lateAfterMs),
    held: wait(oldest.held, heldAfterMs),
    troubles: shown.map(({ kind, what, since }) => ({ kind, what, since })),
  } satisfies Alerts);
});
