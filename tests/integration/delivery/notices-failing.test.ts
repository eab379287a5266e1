/** Notices that fail, and those that nobody needs any more. */
import { expect, test } from 'vitest';
import { findLateNotices, giveUpNotices } from '../../../functions/delivery/notices.ts';
import { parseAddresses } from '../../../functions/delivery/say.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { newWatch } from '../../../functions/store/watch-state.ts';
import { findTrouble } from '../../../functions/watch/find-trouble.ts';
import { aRecord } from '../../support/builders/record.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { dana, inbox, openLeadsWorld, openNoticeWorld } from '../../support/worlds/person-world.ts';

onEachEngine((makeEngine) => {
  test('a lead that is held meanwhile, or whose person asks for no contact, is told no more', async () => {
    const { send, store, put, world, chat, news, pass } = await openNoticeWorld(makeEngine);
    chat.next({ status: 500 }, { status: 500 });
    const [held, unwanted] = [await send({}), await send({ ...dana, email: 'd@b.example' })];
    await world.settled();
    expect(news()).not.toEqual([]);
    await store.change(held.id, (it) => ({ ...it, delivery: { state: 'held', reasons: [] } }));
    await put({ ...dana, on: true, submissionId: unwanted.id });
    await store.change(unwanted.id, (it) => ({ ...it, delivery: { state: 'off' } }));
    await pass(3);
    expect(news()).toEqual([]);
  });

  test('a store that can’t be read for a moment costs no notice', async () => {
    const { store, news, pass } = await openNoticeWorld(makeEngine);
    const { id } = aRecord();
    await store.create(aRecord({ id }), true);
    const get = store.get.bind(store);
    store.get = () => Promise.reject(new StoreUnavailable('gone'));
    await pass(1);
    store.get = get;
    expect(news()).toEqual([]);
    await pass(2);
    expect(news()).toEqual([expect.stringContaining(id)]);
  });

  test('a lead that can’t be read keeps nobody from hearing of the next one', async () => {
    const { engine, store, news, pass } = await openNoticeWorld(makeEngine);
    const [unread, next] = [aRecord(), aRecord()];
    for (const it of [unread, next]) await store.create(it, true);
    await engine.damage(unread.id, { attempts: 'of a newer version' });
    await pass(1);
    expect(news()).toEqual([expect.stringContaining(next.id)]);
  });

  test('a chat that fails delays neither the lead nor another address, and is tried for an hour', async () => {
    await using other = await Receiver.open();
    const chats = [await Receiver.open(), other];
    const list = chats.map(({ url }) => url.href).join(' ');
    const noticeTo = parseAddresses('NOTICE_TO', { NOTICE_TO: list });
    const { send, world, store, crm, pass } = await openNoticeWorld(makeEngine, { noticeTo });
    const [chat = other] = chats;
    chat.usually({ status: 404 });
    const { id } = await send({});
    await world.settled();
    expect(world.logged).toContainEqual(
      expect.objectContaining({ event: 'lead-notice-not-sent', status: 404 }),
    );
    expect(crm.of(id)).toHaveLength(1);
    expect(other.arrivals).toHaveLength(1);
    const trouble = async (deps = world) =>
      (await findTrouble(store, newWatch, deps)).filter(({ kind }) => kind === 'notices');
    await pass(11);
    expect(chat.arrivals).toHaveLength(6);
    expect(await trouble()).toEqual([]);
    await pass(12);
    expect(chat.arrivals).toHaveLength(7);
    expect(await trouble()).toMatchObject([
      { what: expect.stringMatching(/^No notice .+ 127\.0\.0\.1 for an hour/) as string },
    ]);
    expect(JSON.stringify([world.logged, await trouble()])).not.toContain('/hook');
    expect(await trouble({ ...world, noticeTo: noticeTo.slice(1) })).toEqual([]);
    // The next lead is tried at once, and ends it.
    chat.usually({ status: 200 });
    await send({ ...dana, email: 'd@b.example', phone: '(832) 555-0177' });
    await world.settled();
    expect(chat.arrivals).toHaveLength(8);
    expect(other.arrivals).toHaveLength(2);
    expect(await trouble()).toEqual([]);
  });

  test('a chat that failed hears of all that came meanwhile in one message', async () => {
    const { leads, chat, news, pass } = await openNoticeWorld(makeEngine);
    chat.next({ status: 500 }, 'reset', { status: 302 }, 'reset', 'reset');
    await leads(3);
    await pass(1);
    await leads(4);
    await leads(2, { website: 'https://spam.example' });
    await pass(9);
    expect(news().at(-1)).toBe(`7 new leads. ${inbox}`);
  });

  test('notices for RIGHTS_URL are one alert, however many wait, and a damaged one doesn’t keep the others', async () => {
    let now = Date.now();
    const { world, store } = await openLeadsWorld(makeEngine, { now: () => new Date(now) });
    const at = world.now().toISOString();
    const delivery = { state: 'pending', next_attempt_at: at } as const;
    const keep = async (count: number, type = 'opted-out') => {
      for (let i = 0; i < count; i += 1) {
        const lead = aRecord({ id: `${type} ${crypto.randomUUID()}`, delivery });
        await store.add('rights', [{ ...lead, kind: 'notice', at, type: type as 'opted-out' }]);
      }
      return (await findLateNotices(store, world))[0]?.what;
    };
    now += 31 * 86_400_000;
    expect(await keep(2)).toContain(' 2 notices of opt-outs and erasures ');
    expect(await keep(48)).toContain(' 50 or more notices ');
    await keep(1, 'damaged');
    await giveUpNotices(world);
    const left = (await Array.fromAsync(store.all('rights'))).flat();
    expect(left).toMatchObject([{ kind: 'damaged' }]);
    expect(world.logged).toContainEqual(expect.objectContaining({ event: 'damaged-record' }));
  });
});
