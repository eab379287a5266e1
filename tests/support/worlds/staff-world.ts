import { onTestFinished, expect } from 'vitest';
import type { Deps, SiteDeps } from '../../../functions/deps.ts';
import { staff } from '../../../functions/staff.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { aRecord } from '../builders/record.ts';
import { bearer, get, post } from '../builders/requests.ts';
import { aWorld, webhookAt, worldWith } from './world.ts';
import { testDelivery } from '../../../functions/delivery/test-delivery.ts';
import { aReceiver, type MakeEngine, sqliteEngine, type Engine } from './each-engine.ts';
import { adsHeaders } from '../../../src/shared/follow-up-schema.ts';
import { api } from '../../../src/shared/api.ts';
import { readCsv } from '../builders/csv-reader.ts';
import { callsOn } from './person-world.ts';

/** The fixed time of the world, and the stamp of Sam's work. */
export const now = '2026-03-02T15:04:05.678Z';
export const sams = { at: now, by: 'sam@example.com' };

/** An admin, sam@example.com, with a store, a webhook and a fixed time, until the test ends. */
export async function staffWorld(different: Partial<Deps> = {}) {
  const receiver = await aReceiver();
  const world = aWorld({ webhook: webhookAt(receiver.url), ...different });
  onTestFinished(() => world[Symbol.asyncDispose]());
  const headers = bearer(await world.signIn({ admin: true }));
  const call = async (request: Request, deps = world.deps) => {
    const response = await staff(request, deps);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ...world,
    receiver,
    headers,
    get: (path: string) => call(get(path, headers)),
    post: (path: string, body: unknown) => call(post(path, body, headers)),
    /** A post as another admin, with other deps if given. */
    postAs: async (email: string, path: string, body: unknown, deps = world.deps) =>
      call(post(path, body, bearer(await world.signIn({ admin: true, email }))), deps),
    lead: async (fields: Partial<SubmissionRecord> = {}) => {
      const record = aRecord(fields);
      await world.store.create(record);
      return record;
    },
    entries: async () => (await world.store.audit({ limit: 50 })).entries,
  };
}

const path = '/api/test-delivery';

/** An admin, a store of this engine, a receiver, and a clock that the test moves. */
export async function testDeliveryWorld(makeEngine: MakeEngine, secrets: string[] = []) {
  const store = (await makeEngine()).open();
  const receiver = await aReceiver();
  const clock = { time: Date.now() };
  for (const uid of ['sams-uid', 'kims-uid']) await store.grantRole(uid, 'admin');
  const world = worldWith(store, {
    webhook: webhookAt(receiver.url, secrets),
    verify: (token) => Promise.resolve({ uid: `${token}s-uid`, email: `${token}@example.com` }),
    now: () => new Date(clock.time),
  });
  const as = bearer('sam');

  return {
    store,
    receiver,
    clock,
    world,
    /** Sends a test, with other deps or as another admin if given, and returns the answer. */
    ask: (different: Partial<SiteDeps> = {}, headers = as) =>
      testDelivery(post(path, {}, headers), { ...world, ...different }),
  };
}

export const google = 'for=google&month=2026-11';
export const microsoft = 'for=microsoft&month=2026-11';
/** When all leads of this world were won. */
export const at = '2026-11-24T16:00:00.000Z';

let people = 0;

/** A lead of another person each time, who became a customer and gave the site's consents. */
export const won = ({
  amount,
  ...different
}: Partial<SubmissionRecord> & { amount?: number } = {}) =>
  aRecord({
    id: `lead-${1000 + people}`,
    email: `person-${(people += 1)}@example.com`,
    phone: `(713) 555-${1000 + people}`,
    delivery: { state: 'delivered', at },
    gpc: false,
    outcome: { state: 'won', at, by: 'Ada', ...(amount !== undefined && { amount }) },
    ...different,
  });

/** The calls for files, on a store with these leads. */
export async function adsWorld(
  makeEngine: () => Promise<Pick<Engine, 'open'>>,
  ...leads: SubmissionRecord[]
) {
  const store = (await makeEngine()).open();
  await store.grantRole('ada', 'admin');
  await store.add(
    'submissions',
    leads.map((submission) => ({ kind: 'submission', submission })),
  );
  const calls = callsOn(store);
  const take = async (asked: string) => {
    const request = get(`${api.adsExport}?${asked}`, bearer('token'));
    const answer = await staff(request, calls.world);
    const text = await answer.text();
    if (answer.status !== 200) return { status: answer.status, text, rows: [], leftOut: '' };
    const [head = [], ...lines] = readCsv(text);
    const rows = lines.map((line) =>
      Object.fromEntries(head.flatMap((it, i) => (line[i] ? [[it, line[i]]] : []))),
    );
    expect(answer.headers.get(adsHeaders.rows)).toBe(String(rows.length));
    const leftOut = answer.headers.get(adsHeaders.leftOut);
    return { status: 200, text, head, rows, leftOut, headers: answer.headers };
  };
  return { store, take, ...calls };
}

export const adsOnSqlite = (...leads: SubmissionRecord[]) => adsWorld(sqliteEngine, ...leads);

/** A lead, and calls about it by sam or by others. */
export async function aboutLead(path: string, fields: Partial<SubmissionRecord> = {}) {
  const world = await staffWorld();
  const lead = await world.lead({ answered: null, ...fields });
  const about = (body: object) => ({ submissionId: lead.id, ...body });
  return {
    ...world,
    lead,
    ask: (body: object, at = path) => world.post(at, about(body)),
    askAs: (email: string, body: object, deps = world.deps) =>
      world.postAs(email, path, about(body), deps),
    stored: () => world.store.get(lead.id),
  };
}
