/** No notice of a lead is lost without an alert, whatever fails, and none is told twice without a crash. */
import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { parseAddresses } from '../../../functions/delivery/say.ts';
import { tellLeads } from '../../../functions/delivery/tell.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { newWatch } from '../../../functions/store/watch-state.ts';
import { findTrouble } from '../../../functions/watch/find-trouble.ts';
import { aRecord } from '../../support/builders/record.ts';
import { fromAnother, submitting } from '../../support/builders/requests.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { dyingAt } from '../../support/worlds/stored.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { inbox, openNoticeWorld, dana } from '../../support/worlds/person-world.ts';

onEachEngine((makeEngine) => {
  test('a crowd at once is a few messages that count everybody', async () => {
    const { store, world, news, pass } = await openNoticeWorld(makeEngine);
    const created_at = world.now().toISOString();
    const crowd = Array.from({ length: 60 }, () => store.create(aRecord({ created_at }), true));
    await Promise.all(crowd);
    await Promise.all(Array.from({ length: 12 }, () => tellLeads(world)));
    await pass(11);
    const texts = news();
    const sums = texts.flatMap((it) => /^(\d+) new leads/.exec(it)?.[1] ?? []);
    expect(texts.length).toBeLessThan(9);
    expect(sums.reduce((all, it) => all + Number(it), 0)).toBe(60);
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
    expect(crm.of(id)).toHaveLength(1);
    expect(other.arrivals).toHaveLength(1);
    const nobody = await store.optOutList();
    const trouble = async () =>
      (await findTrouble(store, newWatch, nobody, world)).filter(({ kind }) => kind === 'notices');
    await pass(59);
    expect(chat.arrivals).toHaveLength(8);
    expect(await trouble()).toEqual([]);
    await pass(60);
    expect(chat.arrivals).toHaveLength(9);
    expect(await trouble()).toMatchObject([
      { what: expect.stringMatching(/^No notice .+ 127\.0\.0\.1 for an hour/) as string },
    ]);
    expect(JSON.stringify([world.logged, await trouble()])).not.toContain('/hook');
    // The next lead is tried at once, and ends it.
    chat.usually({ status: 200 });
    await send({ ...dana, email: 'd@b.example', phone: '(832) 555-0177' });
    await world.settled();
    expect(chat.arrivals).toHaveLength(10);
    expect(other.arrivals).toHaveLength(2);
    expect(await trouble()).toEqual([]);
  });

  test('a chat that failed hears of all that came meanwhile in one message', async () => {
    const { leads, chat, news, pass } = await openNoticeWorld(makeEngine);
    chat.next({ status: 500 }, 'reset', { status: 302 }, 'reset', 'reset');
    await leads(3);
    await pass(1);
    await leads(4);
    await pass(25);
    expect(news().at(-1)).toBe(`7 new leads. ${inbox}`);
  });

  test('several workers at once tell of it once', async () => {
    const { send, world, chat, news } = await openNoticeWorld(makeEngine);
    const release = chat.hold();
    await send({});
    await chat.arrived(1);
    await Promise.all([retryDeliveries(world), retryDeliveries(world), retryDeliveries(world)]);
    release();
    await world.settled();
    await Promise.all([retryDeliveries(world), retryDeliveries(world)]);
    expect(news()).toHaveLength(1);
  });

  test.each([
    [1, 'before', 0],
    [1, 'after', 1],
    [2, 'before', 1],
    [2, 'after', 1],
    [3, 'before', 2],
    [3, 'after', 1],
  ] as const)(
    'a chat hears of each stored lead if the process dies %s writes in, %s it',
    async (count, death, times) => {
      const { store, site, news, pass, world } = await openNoticeWorld(makeEngine, {
        webhook: { state: 'off' },
      });
      const { site: dying, died } = dyingAt(store, count, death);
      const there = site(dying);
      const sent = Promise.resolve(submitContact(submitting(fromAnother()), there.world));
      await Promise.race([died, sent.then(() => there.world.settled())]);
      await pass(3);
      expect(news()).toHaveLength(times);
      expect(world.logged.filter(({ event }) => event === 'lead-notices')).toEqual([]);
    },
  );
});
