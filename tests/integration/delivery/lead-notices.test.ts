/** Everybody in NOTICE_TO hears of each new lead within a minute, without private details. */
import { expect, test } from 'vitest';
import { answerPublic } from '../../../functions/public.ts';
import { parseAddresses } from '../../../functions/delivery/say.ts';
import { sendTrial } from '../../../functions/delivery/trial.ts';
import { api } from '../../../src/shared/api.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { bearer, post, postForm } from '../../support/builders/requests.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { inbox, openNoticeWorld, dana } from '../../support/worlds/person-world.ts';
import { noAlerts } from '../../support/worlds/world.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { tellLeads } from '../../../functions/delivery/tell.ts';
import { newWatch } from '../../../functions/store/watch-state.ts';
import { findTrouble } from '../../../functions/watch/find-trouble.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { aRecord } from '../../support/builders/record.ts';
import { Receiver } from '../../support/servers/receiver.ts';

onEachEngine((makeEngine) => {
  test('a chat hears of a lead at once: its trade, first name and link, once', async () => {
    const { send, world, news, pass } = await openNoticeWorld(makeEngine);
    const { id } = await send({});
    await world.settled();
    expect(news()).toEqual([`New lead: Roofing / Gutters, Dana. ${inbox}?q=${id}`]);
    const sent = { event: 'lead-notice', id: `notice-${id}`, status: 200 };
    expect(world.logged).toContainEqual({ ...sent, ms: expect.any(Number) as number });
    await pass(15);
    expect(news()).toEqual([]);
  });

  test('the words of a visitor stay out of it, unless they are a first name', async () => {
    const { send, world, news } = await openNoticeWorld(makeEngine);
    const name = '555-0142 evil.example Roe';
    const { id } = await send({ ...dana, name, industry: 'Call 713 555 0142', message: 'secret' });
    await world.settled();
    expect(news()).toEqual([`New lead: Another trade, evil. ${inbox}?q=${id}`]);
  });

  test('a mailbox hears of it beside the chat', async () => {
    await using server = await MailServer.open();
    const env = { SMTP_URL: server.url, SITE_URL: noAlerts.site };
    const noticeTo = parseAddresses('NOTICE_TO', {
      NOTICE_TO: 'ada@a.example, bo@a.example',
      ...env,
    });
    const { send, world } = await openNoticeWorld(makeEngine, { noticeTo });
    const { id } = await send({});
    await world.settled();
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual([
      ['ada@a.example'],
      ['bo@a.example'],
    ]);
    const { subject, text, replyTo, messageId } = await server.parsed();
    expect(subject).toBe('New lead: Roofing / Gutters, Dana.');
    expect(text).toBe(`${subject}\n\n${inbox}?q=${id}\n`);
    expect(replyTo).toBeUndefined();
    // In the same mailbox as the lead itself, it is a mail of its own.
    expect(messageId).toBe(`<notice-${id}@leadwright.example>`);
  });

  test('a held lead is no news until it is released', async () => {
    const { leads, send, release, world, news, pass } = await openNoticeWorld(makeEngine);
    const spam = { website: 'https://spam.example' };
    const { id } = await send(spam);
    await leads(12, spam);
    await pass(2);
    expect(news()).toEqual([]);
    expect((await release({ submissionId: id })).status).toBe(200);
    await world.settled();
    expect(news()).toEqual([expect.stringContaining(id)]);
  });

  test('a lead that is held meanwhile, or whose person asks for no contact, is told no more', async () => {
    const { send, store, put, world, chat, news, pass } = await openNoticeWorld(makeEngine);
    chat.next({ status: 500 }, { status: 500 });
    const [held, unwanted] = [await send({}), await send({ ...dana, email: 'd@b.example' })];
    await world.settled();
    expect(news()).not.toEqual([]);
    await store.change(held.id, (it) => ({ ...it, delivery: { state: 'held', reasons: [] } }));
    await put({ ...dana, on: true, submissionId: unwanted.id });
    await store.change(unwanted.id, (it) => ({ ...it, delivery: { state: 'off' } }));
    await pass(9);
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

  test('without NOTICE_TO, no news is kept', async () => {
    const { send, release, store } = await openNoticeWorld(makeEngine, { noticeTo: [] });
    await send({});
    const { id } = await send({ ...dana, website: 'https://spam.example' });
    expect((await release({ submissionId: id })).status).toBe(200);
    let kept;
    await store.changeTellers(async (_, untold) => void (kept = await untold()));
    expect(kept).toEqual([]);
  });

  test('a trial lead shows how notices look, and says that it is one', async () => {
    const { world, news } = await openNoticeWorld(makeEngine);
    const answer = await sendTrial(post('/api/test-delivery', {}, bearer('token')), world);
    expect(answer.status).toBe(201);
    await world.settled();
    expect(news()).toEqual([`A test, not a lead: Other, TEST. ${inbox}`]);
  });

  test('a dispute is told as what it is', async () => {
    const { world, news } = await openNoticeWorld(makeEngine);
    await answerPublic(postForm(fields, {}, api.dispute), world);
    await world.settled();
    expect(news()).toEqual([
      expect.stringMatching(/^A customer disputes a lead: Roofing \/ Gutters, Dana\. /),
    ]);
  });

  test('more than five in ten minutes become one message, and those after it another', async () => {
    const { leads, news, pass } = await openNoticeWorld(makeEngine);
    for (let i = 0; i < 5; i++) await leads(1);
    expect(news()).toHaveLength(5);
    await leads(3);
    expect(news()).toEqual([]);
    await pass(1);
    expect(news()).toEqual([`8 new leads in ten minutes. ${inbox}`]);
    await pass(9);
    expect(news()).toEqual([]);
    await leads(7);
    await pass(1);
    expect(news()).toEqual([`7 new leads in ten minutes. ${inbox}`]);
    await pass(20);
    await leads(1);
    expect(news()).toEqual([expect.stringContaining('New lead')]);
  });

  test('a lead that can’t be read keeps nobody from hearing of the next one', async () => {
    const { engine, store, news, pass } = await openNoticeWorld(makeEngine);
    const [unread, next] = [aRecord(), aRecord()];
    for (const it of [unread, next]) await store.create(it, true);
    await engine.damage(unread.id, { attempts: 'of a newer version' });
    await pass(1);
    expect(news()).toEqual([expect.stringContaining(next.id)]);
  });

  test('a crowd at once is a few messages that count everybody', async () => {
    const { store, world, news, pass } = await openNoticeWorld(makeEngine);
    const created_at = world.now().toISOString();
    const crowd = Array.from({ length: 60 }, () => store.create(aRecord({ created_at }), true));
    await Promise.all(crowd);
    await Promise.all(Array.from({ length: 12 }, () => tellLeads(world)));
    // Whoever comes after them leaves the news to the schedule.
    let reads = 0;
    await store.create(aRecord({ created_at }), true);
    const change = store.changeTellers.bind(store);
    store.changeTellers = (decide) =>
      change((tellers, untold) => decide(tellers, () => ((reads += 1), untold())));
    await tellLeads(world);
    expect(reads).toBe(0);
    await pass(11);
    const texts = news();
    const sums = texts.flatMap((it) => /^(\d+) new leads/.exec(it)?.[1] ?? []);
    expect(texts.length).toBeLessThan(9);
    expect(sums.reduce((all, it) => all + Number(it), 0)).toBe(61);
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
    const nobody = await store.optOutList();
    const trouble = async (deps = world) =>
      (await findTrouble(store, newWatch, nobody, deps)).filter(({ kind }) => kind === 'notices');
    await pass(59);
    expect(chat.arrivals).toHaveLength(8);
    expect(await trouble()).toEqual([]);
    await pass(60);
    expect(chat.arrivals).toHaveLength(9);
    expect(await trouble()).toMatchObject([
      { what: expect.stringMatching(/^No notice .+ 127\.0\.0\.1 for an hour/) as string },
    ]);
    expect(JSON.stringify([world.logged, await trouble()])).not.toContain('/hook');
    expect(await trouble({ ...world, noticeTo: noticeTo.slice(1) })).toEqual([]);
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
    await leads(2, { website: 'https://spam.example' });
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
});
