/** Whoever texts people for the company hears of each opt-out and erasure: at least once, and signed. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { findLateNotices, giveUpNotices } from '../../../functions/delivery/notices.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { delays } from '../../../functions/delivery/schedule.ts';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import type { Store } from '../../../functions/store/port.ts';
import { dyingAt } from '../../support/worlds/stored.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { callsOn, dana, openLeadsWorld } from '../../support/worlds/person-world.ts';
import { webhookAt } from '../../support/worlds/world.ts';
import { Receiver } from '../../support/servers/receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const danaE164 = '+17135550142';
const [hour, day] = [3_600_000, 86_400_000];

const waiting = async (store: Store) => (await Array.fromAsync(store.all('rights'))).flat();
const entries = async (store: Store) => (await store.audit({ limit: 9 })).entries.length;

onEachEngine((makeEngine) => {
  /** The site, and a stand-in for the texting tool, which checks what it gets. */
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
      /** What the tool heard. The clock of the tests is not that of the library, so it signs again. */
      heard: () =>
        tool.arrivals.map(({ id, body, headers }): unknown => {
          const at = new Date(Number(headers['webhook-timestamp']) * 1000);
          expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(id, at, body));
          return JSON.parse(body);
        }),
    };
  }

  test('hears of an opt-out from the panel at once, by each number, and when contact is allowed again', async () => {
    const { put, world, heard, store } = await open();
    const second = '+18325550123';
    const person = { ...dana, phone: `${dana.phone} or ${second}` };
    const told = { 'opted-out': 2, 'opted-in': 3 };
    for (const [type, count] of Object.entries(told)) {
      const before = heard().length;
      // The second time, nothing changes, so there is nothing to tell.
      for (let times = 0; times < 2; times++) {
        await put({ ...person, on: type === 'opted-out' });
        await world.settled();
      }
      const since = heard().slice(before);
      expect(since).toHaveLength(count);
      for (const it of [{ email: dana.email }, { phone: danaE164 }, { phone: second }])
        expect(since).toContainEqual(expect.objectContaining({ type, ...it }));
      expect(await waiting(store)).toEqual([]);
    }
  });

  test('hears that contact is allowed again by what was on the list, and by nothing else', async () => {
    const { put, world, heard } = await open();
    await put({ email: dana.email, on: true });
    await put({ ...dana, on: false });
    await world.settled();
    const allowed = heard().filter((it) => (it as { type: string }).type === 'opted-in');
    expect(allowed).toMatchObject([{ email: dana.email }]);
    expect(allowed[0]).not.toHaveProperty('phone');
  });

  test('hears of an erasure by each number of the erased leads, and keeps nothing after', async () => {
    const { send, erase, world, heard, store, tool } = await open();
    await tool.down();
    await send({ ...dana, email: 'gone@example.com' });
    await send({ email: 'Gone@example.com', phone: '(832) 555-0123' });
    expect(await erase({ email: 'gone@example.com', count: 2 })).toMatchObject({ status: 200 });
    await world.settled();
    expect(await waiting(store)).toHaveLength(2);
    await tool.up();
    await retryDeliveries({ ...world, now: () => new Date(Date.now() + hour) });
    expect(heard()).toHaveLength(2);
    expect(heard()).toEqual(
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

  test('gets the same bytes under the same id until it takes them, whatever goes wrong', async () => {
    const { put, world, tool, advance, store, heard } = await open();
    tool.next({ status: 500 }, 'reset', { status: 302 });
    await put({ ...dana, on: true });
    await world.settled();
    for (const wait of delays.slice(1, 4)) {
      advance(wait);
      await Promise.all([retryDeliveries(world), retryDeliveries(world)]);
    }
    expect(heard()).toHaveLength(4);
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
    'hears of what is in the log if the process dies %s writes in, %s it',
    async (count, death, times) => {
      const { store, different, advance, world, heard } = await open();
      const { site, died } = dyingAt(store, count, death);
      // Without leads of the person, the writes are the wish, the claim and the result.
      const dying = callsOn(site, different);
      const asked = dying.put({ email: 'nobody@example.com', on: true });
      await Promise.race([asked.then(() => dying.world.settled()), died]);
      advance(leaseTime);
      await retryDeliveries(world);
      expect(heard()).toHaveLength(times);
      expect(new Set(heard().map((it) => JSON.stringify(it))).size).toBe(await entries(store));
      expect(await waiting(store)).toEqual([]);
    },
  );

  test('is tried each day after the ten tries, and given up after 30 days with an alert', async () => {
    const { put, world, tool, advance, store } = await open();
    tool.usually({ status: 500 });
    await put({ email: dana.email, on: true });
    await world.settled();
    expect(await findLateNotices(store, world)).toEqual([]);
    advance(hour);
    const [late] = await findLateNotices(store, world);
    expect(late?.what).toMatch(/not taken 1 notice.+Check its address.+30 days.+by hand/);
    for (let days = 0; days < 29; days++) {
      advance(day);
      await retryDeliveries(world);
    }
    expect(tool.arrivals.length).toBeGreaterThan(25);
    await giveUpNotices(world);
    expect(await findLateNotices(store, world)).toMatchObject([{ what: late?.what }]);
    advance(day);
    await giveUpNotices(world);
    expect(await waiting(store)).toEqual([]);
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'notice-given-up' }));
  });

  test('is asked again after it answered 410', async () => {
    const { put, world, tool, advance, store } = await open();
    tool.next({ status: 410 });
    await put({ email: dana.email, on: true });
    await world.settled();
    advance(2 * day);
    await giveUpNotices(world);
    await retryDeliveries(world);
    expect(tool.arrivals).toHaveLength(2);
    expect(await waiting(store)).toEqual([]);
  });

  test('hears nothing of leads that are erased by age, and nothing where nobody wants notices', async () => {
    const { store, different, send, heard, world } = await open();
    const off = callsOn(store, { ...different, rights: { state: 'off' } });
    await off.put({ ...dana, on: true });
    await off.world.settled();
    await send({ email: 'ann@example.com' });
    const later = () => new Date(Date.now() + 40 * day);
    expect(await eraseOld({ ...world, retentionDays: 14, now: later })).toBeGreaterThan(0);
    expect(await waiting(store)).toEqual([]);
    // A wrong address is not the same as none: the wish waits until it is right.
    await callsOn(store, { ...different, rights: { state: 'wrong' } }).put({ ...dana, on: false });
    expect(heard()).toEqual([]);
    await retryDeliveries(world);
    expect(heard()).toHaveLength(2);
    const allowed = { type: 'opted-in', phone: danaE164 };
    expect(heard()).toContainEqual(expect.objectContaining(allowed));
  });
});
