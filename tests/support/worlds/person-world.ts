import { expect } from 'vitest';
import type { Deps, Handler, SiteDeps } from '../../../functions/deps.ts';
import { releaseSubmission, resendToWebhook } from '../../../functions/delivery/by-hand.ts';
import { parseWebhook, parseAddresses } from '../../../functions/env.ts';
import { erasePerson, erasedConsent } from '../../../functions/erasure/erase.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { doNotContact } from '../../../functions/opt-outs/do-not-contact.ts';
import type { Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { aRecord } from '../builders/record.ts';
import { aSubmission, bearer, post, fromAnother, submitting } from '../builders/requests.ts';
import { aReceiver, sqliteEngine, type MakeEngine } from './each-engine.ts';
import { settingsFor, type Destination } from './delivery-world.ts';
import { worldWith, noAlerts, webhookAt } from './world.ts';
import { sendDue } from '../../../functions/delivery/outbox.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';

/** The calls of an admin and a visitor about one person, around a store. */
export function callsOn(store: Store, different: Partial<Deps> = {}) {
  const world = worldWith(store, {
    verify: () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' }),
    ...different,
  });
  const calling = (handler: Handler, path: string) => async (body: unknown) => {
    const response = await handler(post(path, body, bearer('token')), world);
    return {
      status: response.status,
      body: (await response.json()) as { error?: string; at?: string },
    };
  };
  const submit = calling(submitContact, api.submitContact);
  return {
    world,
    put: calling(doNotContact, api.doNotContact),
    release: calling(releaseSubmission, api.releaseSubmission),
    resend: calling(resendToWebhook, api.resendToWebhook),
    erase: calling(erasePerson, api.erasePerson),
    /** Looks up which consent the person gave. */
    ask: calling(erasedConsent, api.erasedConsent),
    /** Sends a lead, and returns it as it is stored. */
    send: async (person: object) => {
      const lead = aSubmission(person);
      expect((await submit(lead)).status).toBe(201);
      return (await store.get(lead.id)) ?? expect.unreachable();
    },
    entries: async () => (await store.audit({ limit: 9 })).entries,
  };
}

/** The calls of an admin and a visitor about one person, on a SQLite store of its own. */
export async function personWorld(different: Partial<Deps> = {}) {
  const store = (await sqliteEngine()).open();
  await store.grantRole('ada', 'admin');
  return { store, ...callsOn(store, different) };
}

export const dana = { email: 'dana@example.com', phone: '(713) 555-0142' };
export const due = { state: 'pending', next_attempt_at: '2025-11-03T16:20:00.000Z' } as const;
const givenUp = { state: 'failed', at: '2025-11-03T16:20:00.000Z' } as const;
export const optedOut = { state: 'held', reasons: ['asked-to-stop'] };

const other = { email: 'd@other.example' };

/** Leads of Dana, by one address or by another, and Ann's. */
const openLeads = [
  aRecord({ ...dana, id: 'due', delivery: due }),
  aRecord({ ...dana, ...other, id: 'given-up', delivery: givenUp }),
  aRecord({ ...other, id: 'extension', phone: '713 555 0142 ext. 7', delivery: due }),
  aRecord({ id: 'another', email: 'ann@loe.example', phone: '8325550199', delivery: due }),
];

/** The site around a store, with a real webhook. */
export async function sendingWorld(
  store: Store,
  different: Partial<Deps> = {},
  by: Destination = 'the webhook',
) {
  const receiver = await aReceiver();
  const deps = { webhook: parseWebhook(await settingsFor(by, receiver)), ...different };
  return {
    ...callsOn(store, deps),
    receiver,
    /** The same calls by another admin. */
    as: (uid: string) =>
      callsOn(store, {
        ...deps,
        verify: () => Promise.resolve({ uid, email: `${uid}@a.example` }),
      }),
    sent: () => receiver.arrivals.map(({ id }) => id).toSorted(),
    delivery: async (id: string) => (await store.get(id))?.delivery,
  };
}

/** The site with a real webhook, on a store of its own that has the open leads. */
export async function openLeadsWorld(
  makeEngine: MakeEngine,
  different: Partial<Deps> = {},
  by?: Destination,
) {
  const engine = await makeEngine();
  const store = engine.open();
  for (const uid of ['ada', 'bob']) await store.grantRole(uid, 'admin');
  for (const lead of openLeads) await store.create(lead);
  return { engine, store, ...(await sendingWorld(store, different, by)) };
}

/** Runs the schedule. Returns how many leads it attempted. */
export const runSchedule = async (deps: SiteDeps): Promise<number> =>
  (await Promise.all([retryDeliveries(deps), sendDue(deps)]))[0];

const fiveMinutes = 300_000;
export const inbox = `${noAlerts.site}/admin`;

/** The site, a chat, and a clock that tests move. */
export async function openNoticeWorld(makeEngine: MakeEngine, different: Partial<Deps> = {}) {
  const engine = await makeEngine();
  const store = engine.open();
  await store.grantRole('ada', 'admin');
  const [chat, crm] = [await aReceiver(), await aReceiver()];
  let now = Date.now();
  const deps = {
    webhook: webhookAt(crm.url),
    noticeTo: parseAddresses('NOTICE_TO', { NOTICE_TO: chat.url.href }),
    now: () => new Date(now),
    ...different,
  };
  const { world, ...calls } = callsOn(store, deps);
  const leads = async (count: number, fields: object = {}) => {
    const sent = Array.from({ length: count }, () =>
      submitContact(submitting({ ...fromAnother(), ...fields }), world),
    );
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
    await world.settled();
  };
  /** Runs the schedule this many times. */
  const pass = async (runs: number) => {
    for (let i = 0; i < runs; i++) {
      now += fiveMinutes;
      await runSchedule(world);
    }
  };
  return {
    ...calls,
    engine,
    world,
    store,
    chat,
    crm,
    leads,
    pass,
    /** The chat's messages since the last call. */
    news: () => chat.news(),
  };
}
