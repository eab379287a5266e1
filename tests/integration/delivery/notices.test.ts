/** Every address in NOTICE_TO gets a notice of each new lead at once or in the next run, without private details. */
import { expect, test } from 'vitest';
import { parseAddresses } from '../../../functions/env.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { inbox, openNoticeWorld, dana, runSchedule } from '../../support/worlds/person-world.ts';
import { noAlerts } from '../../support/worlds/world.ts';

onEachEngine((makeEngine) => {
  test('a chat gets one notice of a lead at once, with its trade, first name and link', async () => {
    const { send, world, news, pass } = await openNoticeWorld(makeEngine);
    const { id } = await send({});
    await world.settled();
    expect(news()).toEqual([`New lead: Roofing / Gutters, Dana. ${inbox}?q=${id}`]);
    const sent = { event: 'notice', id: `notice-${id}`, status: 200 };
    expect(world.logged).toContainEqual({ ...sent, ms: expect.any(Number) as number });
    await pass(3);
    expect(news()).toEqual([]);
  });

  test('a notice has none of the visitor’s words except a first name', async () => {
    const { send, world, news } = await openNoticeWorld(makeEngine);
    const name = '555-0142 evil.example Roe';
    const { id } = await send({ ...dana, name, industry: 'Call 713 555 0142', message: 'secret' });
    await world.settled();
    expect(news()).toEqual([`New lead: Another trade, evil. ${inbox}?q=${id}`]);
  });

  test('a mailbox in NOTICE_TO gets a notice', async () => {
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
    // Its own Message-ID: a mailbox that also gets the lead must keep both mails.
    expect(messageId).toBe(`<notice-${id}@leadwright.example>`);
  });

  test('a held lead gets its notice once it is released', async () => {
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

  test('without NOTICE_TO, no notice is stored', async () => {
    const { send, release, store } = await openNoticeWorld(makeEngine, { noticeTo: [] });
    await send({});
    const { id } = await send({ ...dana, website: 'https://spam.example' });
    expect((await release({ submissionId: id })).status).toBe(200);
    expect((await Array.fromAsync(store.all('outbox'))).flat()).toEqual([]);
  });

  test('more than three notices in ten minutes become one message of the schedule', async () => {
    const { leads, news, pass } = await openNoticeWorld(makeEngine);
    for (let i = 0; i < 3; i++) await leads(1);
    expect(news()).toHaveLength(3);
    await leads(3);
    expect(news()).toEqual([]);
    await pass(1);
    expect(news()).toEqual([`3 new leads. ${inbox}`]);
    await pass(1);
    expect(news()).toEqual([]);
    await leads(1);
    await pass(1);
    expect(news()).toEqual([expect.stringContaining('New lead: ')]);
    await pass(2);
    await leads(1);
    expect(news()).toEqual([expect.stringContaining('New lead: ')]);
  });

  test('a burst becomes a few messages that count every lead', async () => {
    const { leads, news, pass } = await openNoticeWorld(makeEngine);
    await leads(60);
    await pass(1);
    const texts = news();
    const sums = texts.flatMap((it) => /^(\d+) new leads/.exec(it)?.[1] ?? []);
    const singles = texts.filter((it) => it.startsWith('New lead: '));
    expect(texts.length).toBeLessThan(6);
    expect(sums.reduce((all, it) => all + Number(it), singles.length)).toBe(60);
    await pass(2);
    expect(news()).toEqual([]);
  });

  test('several workers at the same time send one notice', async () => {
    const { send, world, chat, news } = await openNoticeWorld(makeEngine);
    const release = chat.hold();
    await send({});
    await chat.arrived(1);
    await Promise.all([runSchedule(world), runSchedule(world), runSchedule(world)]);
    release();
    await world.settled();
    await Promise.all([runSchedule(world), runSchedule(world)]);
    expect(news()).toHaveLength(1);
  });
});
