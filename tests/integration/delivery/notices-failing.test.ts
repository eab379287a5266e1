/** Notices that fail, and notices that are no longer needed. */
import { expect, test } from 'vitest';
import { parseAddresses } from '../../../functions/env.ts';
import { sendDue } from '../../../functions/delivery/outbox.ts';
import { noticesOf } from '../../../functions/store/outbox-entry.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { newWatch } from '../../../functions/store/watch-state.ts';
import { readAll } from '../../../functions/watch/readings.ts';
import { troubleIn } from '../../../functions/watch/trouble.ts';
import type { Deps } from '../../../functions/deps.ts';
import { anAlert } from '../../support/builders/health.ts';
import { noAlerts } from '../../support/worlds/world.ts';
import { aRecord } from '../../support/builders/record.ts';
import { aReceiver, onEachEngine } from '../../support/worlds/each-engine.ts';
import { dana, inbox, openLeadsWorld, openNoticeWorld } from '../../support/worlds/person-world.ts';

const addresses = (...urls: URL[]) =>
  parseAddresses('NOTICE_TO', { NOTICE_TO: urls.map(({ href }) => href).join(' ') });

const outboxOf = async (store: Store) => (await Array.fromAsync(store.all('outbox'))).flat();

const troubleOf = async (store: Store, deps: Deps) =>
  troubleIn({ ...(await readAll(store, deps)), watch: newWatch }, deps, deps.now()).filter(
    ({ kind }) => ['addresses', 'rights'].includes(kind),
  );

onEachEngine((makeEngine) => {
  test('a lead that was held, erased or opted out in the meantime gets no notice', async () => {
    const { send, store, put, erase, world, chat, news, pass } = await openNoticeWorld(makeEngine);
    chat.next({ status: 500 }, { status: 500 }, { status: 500 });
    const held = await send({ email: 'ann@b.example', phone: '(832) 555-0199' });
    const unwanted = await send({ ...dana, email: 'd@b.example' });
    await send({ email: 'gone@example.com', phone: '(832) 555-0123' });
    await world.settled();
    expect(news()).not.toEqual([]);
    await store.change(held.id, (lead) => ({ ...lead, delivery: { state: 'held', reasons: [] } }));
    await put({ ...dana, on: true, submissionId: unwanted.id });
    await store.change(unwanted.id, (it) => ({ ...it, delivery: { state: 'off' } }));
    expect((await erase({ email: 'gone@example.com', count: 1 })).status).toBe(200);
    await pass(3);
    expect(news()).toEqual([]);
    expect(await outboxOf(store)).toEqual([]);
  });

  test('no notice is lost while the store is briefly unreadable', async () => {
    const { store, world, news, pass } = await openNoticeWorld(makeEngine);
    const lead = aRecord();
    await store.create(lead, noticesOf(lead, world));
    const get = store.get.bind(store);
    store.get = () => Promise.reject(new StoreUnavailable('gone'));
    await pass(1);
    store.get = get;
    expect(news()).toEqual([]);
    await pass(1);
    expect(news()).toEqual([expect.stringContaining(lead.id)]);
  });

  test('no notice is lost while the do-not-contact list can’t be read', async () => {
    const { put, store, world, news, pass } = await openNoticeWorld(makeEngine);
    await put({ ...dana, on: true });
    const lead = aRecord({ email: 'ann@b.example', phone: '(832) 555-0199' });
    await store.create(lead, noticesOf(lead, world));
    const lost = { ...world, personHash: undefined };
    const inAnHour = () => new Date(world.now().getTime() + 3_700_000);
    await sendDue({ ...lost, now: inAnHour });
    expect(news()).toEqual([]);
    expect(await troubleOf(store, { ...lost, now: inAnHour })).toEqual([]);
    await pass(13);
    expect(news()).toEqual([expect.stringContaining(lead.id)]);
  });

  test('notices that wait for the do-not-contact list delay no alert', async () => {
    const chat = await aReceiver();
    const alerts = { ...noAlerts, targets: addresses(chat.url) };
    const { put, store, world } = await openNoticeWorld(makeEngine, { alerts });
    await put({ ...dana, on: true });
    const lead = aRecord({ email: 'ann@b.example', phone: '(832) 555-0199' });
    await store.create(lead, Array.from({ length: 100 }, () => noticesOf(lead, world)).flat());
    const lost = { ...world, personHash: undefined };
    await sendDue(lost);
    const later = (ms: number) => new Date(world.now().getTime() + ms);
    await store.add('outbox', [anAlert('alert', later(1000).toISOString())]);
    await sendDue({ ...lost, now: () => later(60_000) });
    expect(chat.news()).toEqual([expect.stringContaining('Something is wrong.')]);
  });

  test('an unreadable lead does not block the notice of the next lead', async () => {
    const { engine, store, world, news, pass } = await openNoticeWorld(makeEngine);
    const [unread, next] = [aRecord(), aRecord()];
    for (const lead of [unread, next]) await store.create(lead, noticesOf(lead, world));
    await engine.damage(unread.id, { attempts: 'of a newer version' });
    await pass(1);
    expect(news()).toEqual([expect.stringContaining(next.id)]);
  });

  test('a failing chat delays neither the lead nor another address, and is tried for a day', async () => {
    const [chat, other] = [await aReceiver(), await aReceiver()];
    const noticeTo = addresses(chat.url, other.url);
    const { send, world, store, crm, pass } = await openNoticeWorld(makeEngine, { noticeTo });
    chat.usually({ status: 404 });
    const { id } = await send({});
    await world.settled();
    expect(world.logged).toContainEqual(
      expect.objectContaining({ event: 'notice-not-sent', status: 404 }),
    );
    expect(crm.of(id)).toHaveLength(1);
    expect(other.arrivals).toHaveLength(1);
    await pass(11);
    expect(await troubleOf(store, world)).toEqual([]);
    await pass(1);
    expect(await troubleOf(store, world)).toMatchObject([
      { what: expect.stringMatching(/^No notice .+ 127\.0\.0\.1 for an hour/) as string },
    ]);
    expect(JSON.stringify([world.logged, await troubleOf(store, world)])).not.toContain('/hook');
    // The next lead is tried at once.
    chat.next({ status: 200 });
    await send({ ...dana, email: 'd@b.example', phone: '(832) 555-0177' });
    await world.settled();
    expect(other.arrivals).toHaveLength(2);
    await pass(24 * 12);
    expect(await outboxOf(store)).toEqual([]);
    expect(await troubleOf(store, world)).toEqual([]);
    expect(other.arrivals).toHaveLength(2);
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'message-given-up' }));
  });

  test('the replacement of an address gets every notice, and a removed address does not delay the others', async () => {
    const [removed, stays, added] = [await aReceiver(), await aReceiver(), await aReceiver()];
    const noticeTo = addresses(removed.url, stays.url);
    const { send, world, store, pass } = await openNoticeWorld(makeEngine, { noticeTo });
    removed.usually({ status: 404 });
    const { id } = await send({});
    await world.settled();
    world.noticeTo = addresses(stays.url, added.url);
    await pass(2);
    expect(added.news()).toEqual([expect.stringContaining(id)]);
    expect(stays.arrivals).toHaveLength(1);
    expect(await outboxOf(store)).toEqual([]);

    world.noticeTo = addresses(removed.url, stays.url);
    await send({ ...dana, email: 'd@b.example', phone: '(832) 555-0177' });
    await world.settled();
    world.noticeTo = addresses(stays.url);
    await pass(2);
    expect(stays.arrivals).toHaveLength(2);
    expect(await outboxOf(store)).toEqual([]);
  });

  test('notices that wait when NOTICE_TO is emptied are dropped after a day, with a log entry', async () => {
    const { send, world, store, chat, pass } = await openNoticeWorld(makeEngine);
    chat.usually({ status: 404 });
    await send({});
    await world.settled();
    world.noticeTo = [];
    await pass(12);
    expect(await troubleOf(store, world)).toEqual([]);
    await pass(24 * 12);
    expect(await outboxOf(store)).toEqual([]);
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'message-given-up' }));
  });

  test('an overdue notice is still tried once after days without a run', async () => {
    const { store, world, news, pass } = await openNoticeWorld(makeEngine);
    const lead = aRecord();
    const long = () => new Date(world.now().getTime() - 4 * 86_400_000);
    await store.create(lead, noticesOf(lead, { ...world, now: long }));
    await pass(1);
    expect(news()).toEqual([expect.stringContaining(lead.id)]);
  });

  test('a chat that failed gets all leads since then, in few messages', async () => {
    const { leads, chat, news, pass } = await openNoticeWorld(makeEngine);
    chat.next(...Array.from({ length: 4 }, () => ({ status: 500 })));
    await leads(3);
    await leads(4);
    await leads(2, { website: 'https://spam.example' });
    expect(news()).toHaveLength(3);
    await pass(1);
    expect(news(), 'a run fails with all seven').toEqual([`7 new leads. ${inbox}`]);
    await pass(3);
    const counts = news().map((text) => Number(/^(\d+) new leads\./.exec(text)?.[1]));
    expect(counts.length).toBeLessThan(3);
    expect(counts.reduce((sum, it) => sum + it, 0)).toBe(7);
  });

  test('messages for RIGHTS_URL are one trouble, however many wait, and a damaged one does not block the others', async () => {
    let now = Date.now();
    const { world, store } = await openLeadsWorld(makeEngine, { now: () => new Date(now) });
    const at = world.now().toISOString();
    const delivery = { state: 'pending', next_attempt_at: at } as const;
    const keep = async (count: number, type = 'opted-out') => {
      for (let i = 0; i < count; i += 1) {
        const lead = aRecord({ id: `${type} ${crypto.randomUUID()}`, delivery });
        const id = lead.id;
        await store.add('outbox', [{ ...lead, id, kind: 'rights', at, type: type as 'opted-out' }]);
      }
      return (await troubleOf(store, world))[0]?.what;
    };
    now += 2 * 3_600_000;
    expect(await keep(2)).toContain(' 2 messages of opt-outs and erasures ');
    expect(await keep(98)).toContain(' 100 or more messages ');
    expect(await keep(1, 'damaged')).toContain(' 99 messages ');
  });
});
