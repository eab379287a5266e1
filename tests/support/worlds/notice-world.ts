import { expect, onTestFinished } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { parseAddresses } from '../../../functions/delivery/say.ts';
import type { Deps } from '../../../functions/deps.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import type { Store } from '../../../functions/store/port.ts';
import { fromAnother, submitting } from '../builders/requests.ts';
import { Receiver } from '../servers/receiver.ts';
import type { MakeEngine } from './each-engine.ts';
import { callsOn } from './person-world.ts';
import { noAlerts, webhookAt } from './world.ts';

const minute = 60_000;
export const inbox = `${noAlerts.site}/admin`;

/** The site, a chat, and a clock that tests move. */
export async function openNoticeWorld(makeEngine: MakeEngine, different: Partial<Deps> = {}) {
  const store = (await makeEngine()).open();
  await store.grantRole('ada', 'admin');
  const [chat, crm] = [await Receiver.open(), await Receiver.open()];
  onTestFinished(async () => {
    for (const it of [chat, crm]) await it[Symbol.asyncDispose]();
  });
  let now = Date.now();
  const deps = {
    webhook: webhookAt(crm.url),
    noticeTo: parseAddresses('NOTICE_TO', { NOTICE_TO: chat.url.href }),
    now: () => new Date(now),
    ...different,
  };
  const site = (on: Store = store) => callsOn(on, deps);
  const { world, ...calls } = site();
  const leads = async (count: number, fields: object = {}) => {
    const sent = Array.from({ length: count }, () =>
      submitContact(submitting({ ...fromAnother(), ...fields }), world),
    );
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
    await world.settled();
  };
  const pass = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      now += minute;
      await retryDeliveries(world);
    }
  };
  let heard = 0;
  return {
    ...calls,
    world,
    store,
    site,
    chat,
    crm,
    leads,
    pass,
    /** What the chat got since the last call. */
    news: () =>
      chat.arrivals
        .slice(heard, (heard = chat.arrivals.length))
        .map(({ body }) => (JSON.parse(body) as { text: string }).text),
  };
}
