/** The texting tool gets each opt-out and erasure: at least once, and signed. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sendDue } from '../../../functions/delivery/outbox.ts';
import { delays } from '../../../functions/delivery/schedule.ts';
import { newWatch } from '../../../functions/store/watch-state.ts';
import { readAll } from '../../../functions/watch/readings.ts';
import { troubleIn } from '../../../functions/watch/trouble.ts';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import type { Store } from '../../../functions/store/port.ts';
import { dyingAt } from '../../support/worlds/stored.ts';
import { eachEngine } from '../../support/worlds/each-engine.ts';
import { callsOn, dana, openLeadsWorld, runSchedule } from '../../support/worlds/person-world.ts';
import { webhookAt } from '../../support/worlds/world.ts';
import { Receiver } from '../../support/servers/receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const danaE164 = '+17135550142';
const [hour, day] = [3_600_000, 86_400_000];

const waiting = async (store: Store) => (await Array.fromAsync(store.all('outbox'))).flat();
const entries = async (store: Store) => (await store.audit({ limit: 9 })).entries.length;

eachEngine('the texting tool', (makeEngine) => {
  /** The site, and a stand-in for the texting tool, which verifies the signatures. */
  async function open() {
    const tool = await Receiver.open();
    let now = Date.now();
    const different = {
      rights: webhookAt(tool.url, [secret]),
      now: () => new Date(now),
      random: () => 0,
    };
    const site = await openLeadsWorld(makeEngine, different);
    await tool[Symbol.asyncDispose]();
    await tool.up();
    return {
      ...site,
      tool,
      different,
      advance: (ms: number) => (now += ms),
      /** The received messages. `verify` reads the real clock, so each message is signed again and compared. */
      received: () =>
        tool.arrivals.map(({ id, body, headers }): unknown => {
          const at = new Date(Number(headers['webhook-timestamp']) * 1000);
          expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(id, at, body));
          return JSON.parse(body);
        }),
    };
  }

  test('receives an opt-out from the panel at once, by each number, and when contact is allowed again', async () => {
    const { put, world, received, store } = await open();
    const second = '+18325550123';
    const person = { ...dana, phone: `${dana.phone} or ${second}` };
    const told = { 'opted-out': 2, 'opted-in': 3 };
    for (const [type, count] of Object.entries(told)) {
      const before = received().length;
      // The second opt-out changes no entry, so it sends no message.
      for (let times = 0; times < 2; times++) {
        await put({ ...person, on: type === 'opted-out' });
        await world.settled();
      }
      const since = received().slice(before);
      expect(since).toHaveLength(count);
      for (const address of [{ email: dana.email }, { phone: danaE164 }, { phone: second }])
        expect(since).toContainEqual(expect.objectContaining({ type, ...address }));
      expect(await waiting(store)).toEqual([]);
    }
  });

  test('receives a permission only for the numbers that were on the list', async () => {
    const { put, world, received } = await open();
    await put({ email: dana.email, on: true });
    await put({ ...dana, on: false });
    await world.settled();
    const allowed = received().filter(
      (message) => (message as { type: string }).type === 'opted-in',
    );
    expect(allowed).toMatchObject([{ email: dana.email }]);
    expect(allowed[0]).not.toHaveProperty('phone');
  });

  test('receives an erasure with each number of the erased leads, and the outbox keeps none of them', async () => {
    const { send, erase, world, received, store, tool } = await open();
    await tool.down();
    await send({ ...dana, email: 'gone@example.com' });
    await send({ email: 'Gone@example.com', phone: '(832) 555-0123' });
    expect(await erase({ email: 'gone@example.com', count: 2 })).toMatchObject({ status: 200 });
    await world.settled();
    expect(await waiting(store)).toHaveLength(2);
    await tool.up();
    await runSchedule({ ...world, now: () => new Date(Date.now() + hour) });
    expect(received()).toHaveLength(2);
    expect(received()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'erased', email: 'gone@example.com', phone: danaE164 }),
        expect.objectContaining({
          type: 'erased',
          email: 'Gone@example.com',
          phone: '+18325550123',
        }),
      ]),
    );
    expect(await waiting(store)).toEqual([]);
  });

  test('gets the same bytes under the same id until it accepts them, whatever fails', async () => {
    const { put, world, tool, advance, store, received } = await open();
    tool.next({ status: 500 }, 'reset', { status: 302 });
    await put({ ...dana, on: true });
    await world.settled();
    for (const wait of delays.slice(1, 4)) {
      advance(wait);
      await Promise.all([runSchedule(world), runSchedule(world)]);
    }
    expect(received()).toHaveLength(4);
    expect(new Set(tool.arrivals.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(await waiting(store)).toEqual([]);
  });

  test.each([
    [1, 'before', 0],
    [1, 'after', 1],
    [2, 'before', 1],
    [2, 'after', 1],
    [3, 'before', 2],
    [3, 'after', 1],
  ] as const)(
    'receives each logged opt-out if the process dies at write %s, %s it is stored',
    async (count, death, times) => {
      const { store, different, advance, world, received } = await open();
      const { site, died } = dyingAt(store, count, death);
      // Without leads of the person, the writes are the message, the claim and the result.
      const dying = callsOn(site, different);
      const asked = dying.put({ email: 'nobody@example.com', on: true });
      await Promise.race([asked.then(() => dying.world.settled()), died]);
      advance(leaseTime);
      await runSchedule(world);
      expect(received()).toHaveLength(times);
      expect(new Set(received().map((it) => JSON.stringify(it))).size).toBe(await entries(store));
      expect(await waiting(store)).toEqual([]);
    },
  );

  test('is retried each day after the ten attempts, and given up after 30 days with an alert', async () => {
    const { put, world, tool, advance, store } = await open();
    const late = async () => {
      const readings = await readAll(store, world);
      const found = troubleIn({ ...readings, watch: newWatch }, world, world.now());
      return found.find(({ kind }) => kind === 'rights')?.what;
    };
    tool.usually({ status: 500 });
    await put({ email: dana.email, on: true });
    await world.settled();
    expect(await late()).toBeUndefined();
    advance(hour);
    expect(await late()).toMatch(/not taken 1 message.+Check its address.+30 days.+by hand/);
    for (let days = 0; days < 28; days++) {
      advance(day);
      await runSchedule(world);
    }
    expect(tool.arrivals.length).toBeGreaterThan(25);
    expect(await late()).toMatch(/not taken 1 message/);
    // The next attempt would come after 30 days.
    advance(day);
    await runSchedule(world);
    expect(await waiting(store)).toEqual([]);
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'message-given-up' }));
  });

  test('is still retried after it answered 410', async () => {
    const { put, world, tool, advance, store } = await open();
    tool.next({ status: 410 });
    await put({ email: dana.email, on: true });
    await world.settled();
    advance(2 * day);
    await runSchedule(world);
    expect(tool.arrivals).toHaveLength(2);
    expect(await waiting(store)).toEqual([]);
  });

  test('receives an erasure after the lead whose delivery was under way', async () => {
    const { store, different, tool, advance } = await open();
    // One receiver takes both leads and rights messages, as a CRM does.
    const crm = callsOn(store, { ...different, webhook: webhookAt(tool.url, [secret]) });
    let underWay = () => {};
    const { promise: goesOn, resolve } = Promise.withResolvers<undefined>();
    const began = new Promise<void>((begins) => (underWay = begins));
    const { send } = crm.world;
    crm.world.send = async (...sent) => {
      underWay();
      await goesOn;
      return send(...sent);
    };
    const lead = await crm.send({ ...dana, email: 'gone@example.com' });
    await began;
    expect((await crm.erase({ email: 'gone@example.com', count: 1 })).status).toBe(200);
    await sendDue({ ...crm.world, send });
    advance(leaseTime);
    await sendDue({ ...crm.world, send });
    expect(tool.arrivals).toEqual([]);
    resolve(undefined);
    await crm.world.settled();
    advance(leaseTime);
    await sendDue({ ...crm.world, send });
    const [first, second] = tool.arrivals;
    expect(first?.id).toBe(lead.id);
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ type: 'erased', phone: danaE164 });
    expect(tool.arrivals).toHaveLength(2);
  });

  test('receives no message about leads erased by age, and none on a site without RIGHTS_URL', async () => {
    const { store, different, send, received, world, advance } = await open();
    const off = callsOn(store, { ...different, rights: { state: 'off' } });
    await off.put({ ...dana, on: true });
    await off.world.settled();
    await send({ email: 'ann@example.com' });
    const later = () => new Date(Date.now() + 40 * day);
    expect(await eraseOld({ ...world, retentionDays: 14, now: later })).toBeGreaterThan(0);
    expect(await waiting(store)).toEqual([]);
    // With an invalid RIGHTS_URL, the message waits; without one, no message is stored.
    await callsOn(store, { ...different, rights: { state: 'wrong' } }).put({ ...dana, on: false });
    expect(received()).toEqual([]);
    advance(hour);
    await runSchedule(world);
    expect(received()).toHaveLength(2);
    const allowed = { type: 'opted-in', phone: danaE164 };
    expect(received()).toContainEqual(expect.objectContaining(allowed));
  });
});
