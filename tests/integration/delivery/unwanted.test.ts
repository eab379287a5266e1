/** No channel sends a lead of a person who asked not to be contacted. */
import { describe, expect, test } from 'vitest';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { deliver } from '../../../functions/delivery/deliver.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import type { Deps } from '../../../functions/deps.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { auditEntrySchema } from '../../../src/shared/audit.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { csvRow } from '../../../functions/inbox/submissions-csv.ts';
import { toItem } from '../../../functions/store/record.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import { aRecord } from '../../support/builders/record.ts';
import { optOut, stop, tool } from '../../support/builders/signed.ts';
import { itemsIn, runTransfer, saidBy } from '../../support/servers/transfer-commands.ts';
import { aFolder, onEachEngine, onEachServer } from '../../support/worlds/each-engine.ts';
import { privacyKey } from '../../support/worlds/world.ts';
import { destinations, type Destination } from '../../support/worlds/delivery-world.ts';
import {
  dana,
  due,
  openLeadsWorld,
  openNoticeWorld,
  optedOut,
} from '../../support/worlds/person-world.ts';

const theirs = ['due', 'given-up', 'extension'];
const at = due.next_attempt_at;
const delivered = { state: 'delivered', at } as const;

const leadOf = async (store: Store, id: string) =>
  toItem((await store.get(id)) ?? expect.unreachable());

onEachEngine((makeEngine) => {
  const open = (different: Partial<Deps> = {}, by?: Destination) =>
    openLeadsWorld(makeEngine, different, by);

  test('an opt-out holds all open leads of a person at once, and no other', async () => {
    const { put, store, delivery } = await open();
    await store.create(aRecord({ ...dana, id: 'delivered', delivery: delivered }));
    expect(await put({ ...dana, on: true })).toMatchObject({ status: 200, body: { on: true } });
    for (const id of theirs) expect(await delivery(id)).toEqual(optedOut);
    expect(await delivery('another')).toEqual(due);
    expect((await store.report(at.slice(0, 7), 'source')).held, 'no spam').toBe(0);
    expect(await delivery('delivered')).toEqual(delivered);
    expect(await store.due('2999', 9)).toEqual(['another']);
  });

  test('an opted-out person with a sent lead is due for no answer or call, until contact is allowed again', async () => {
    const { put, store, delivery } = await open();
    const sent = { answered: null, delivery: delivered };
    const two = { email: 'c@a.example', phone: '(832) 555-0107 / 713 555 0142' };
    await store.create(aRecord({ ...dana, id: 'sent', ...sent }));
    await store.create(aRecord({ ...dana, id: 'called', ...sent, call_back: { at, by: 'Ada' } }));
    await store.create(aRecord({ ...two, id: 'two-numbers', ...sent }));
    const waiting = async () => [(await store.counts()).waiting, await store.nextCall('')];
    expect(await waiting()).toEqual([2, at]);
    await put({ email: dana.email, on: true });
    expect(await waiting()).toEqual([1, undefined]);
    await put({ phone: dana.phone, on: true, submissionId: 'sent' });
    expect(await waiting(), 'by the second of two numbers').toEqual([0, undefined]);
    expect(await delivery('sent')).toEqual(delivered);
    expect(csvRow(await leadOf(store, 'two-numbers'))).toMatch(/,true\r\n$/);
    await put({ email: dana.email, on: false });
    expect(await waiting()).toEqual([0, undefined]);
    await put({ ...two, on: false });
    expect(await waiting()).toEqual([2, at]);
    expect((await delivery('due'))?.state).toBe('pending');
  });

  test('a lead that came during the opt-out is held before it is sent, and released with the others', async () => {
    const { put, store, delivery, world, sent } = await open();
    await put({ ...dana, on: true });
    await store.create(aRecord({ ...dana, id: 'between', delivery: due }));
    await retryDeliveries(world);
    expect(await delivery('between')).toEqual(optedOut);
    await put({ email: dana.email, on: false });
    expect(await delivery('due'), 'the number is on the list').toEqual(optedOut);
    await put({ ...dana, on: false });
    const owed = { state: 'pending', since: expect.any(String) as string };
    for (const id of ['due', 'between']) expect(await delivery(id)).toMatchObject(owed);
    await retryDeliveries(world);
    expect(sent()).toEqual(['another', 'between', 'due', 'extension', 'given-up']);
  });

  test('a later lead of an opted-out person is visible: in the count, the view of held leads, and the alert', async () => {
    let now = Date.parse('2025-11-03T16:00:00.000Z');
    const { put, send, store, world } = await open({ now: () => new Date(now) });
    await put({ ...dana, on: true });
    const before = await store.counts();
    const { id, opted_out } = await send(dana);
    expect(opted_out).toMatchObject({ how: 'admin' });
    expect((await store.counts()).held).toBe(before.held + 1);
    const { records } = await store.page({ filter: { delivery: 'held' }, limit: 9 });
    expect(records.map((it) => it.id)).toContain(id);
    now += 5 * 3_600_000;
    const watched = { ...world, alerts: { ...world.alerts, heldHours: 4 } };
    await openWatch()({ ...watched, webhook: { state: 'off' } });
    const { troubles } = await store.watch();
    expect(troubles.find(({ kind }) => kind === 'held')?.what).toMatch(/^Held: \d+ leads/);
  });

  test('a non-spam lead from the time of the opt-out gets its notice once contact is allowed again', async () => {
    const { put, send, news, pass } = await openNoticeWorld(makeEngine);
    await put({ ...dana, on: true });
    const { id } = await send(dana);
    await send({ ...dana, website: 'https://spam.example' });
    await pass(2);
    expect(news()).toEqual([]);
    await put({ ...dana, on: false });
    await pass(2);
    expect(news()).toEqual([expect.stringContaining(id)]);
  });

  type World = Awaited<ReturnType<typeof open>>;
  const refuses = (answer: { status: number; body: { error?: string } }) => {
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatch(/^This person asked not to be contacted/);
  };
  const ways: Record<string, (world: World) => Promise<unknown>> = {
    'a first try': ({ world }) => Promise.all(theirs.map((id) => deliver(id, world))),
    'the schedule': ({ world }) => retryDeliveries(world),
    'a resend': async ({ resend }) => {
      for (const submissionId of theirs) refuses(await resend({ submissionId }));
    },
    'a bulk resend': async ({ resend }) => {
      for (const submissionId of theirs)
        refuses(await resend({ submissionId, ifUndelivered: true }));
    },
    'a release': async ({ release, store, world }) => {
      const spam: Delivery = { state: 'held', reasons: ['honeypot'] };
      for (const id of theirs) await store.change(id, (it) => ({ ...it, delivery: spam }));
      for (const submissionId of theirs) refuses(await release({ submissionId, was: null }));
      await world.settled();
    },
  };

  const asks: Record<string, (world: World) => Promise<unknown>> = {
    'in the panel': ({ put }) => put({ ...dana, on: true }),
    'on the page /stop': ({ world }) => stop(dana, world),
    'by a signed call': ({ world }) => optOut(JSON.stringify(dana), world),
  };

  describe.each(Object.entries(asks))('after an opt-out %s', (_, ask) => {
    test.each(Object.entries(ways))('%s sends no message to the person', async (__, way) => {
      const site = await open(tool);
      await ask(site);
      await way(site);
      await retryDeliveries(site.world);
      expect(site.sent()).toEqual(['another']);
      for (const id of theirs) {
        expect(await site.delivery(id)).toMatchObject({ state: 'held' });
        expect((await site.store.get(id))?.lease).toBeNull();
      }
      const actions = (await site.entries()).map((it) => auditEntrySchema.parse(it).event.action);
      expect(actions).toEqual(['opted-out']);
    });
  });

  test.each(destinations.flatMap((by) => [[by, 200] as const, [by, 500] as const]))(
    'a lead that is being sent by %s during the opt-out stays held if the answer is %i',
    async (by, status) => {
      const { put, store, receiver, world, delivery } = await open({}, by);
      const release = receiver.hold();
      receiver.usually({ status });
      const sending = deliver('due', world);
      await receiver.arrived(1);
      await put({ ...dana, on: true });
      expect(await delivery('due')).toEqual(optedOut);
      release();
      await sending;
      const record = await store.get('due');
      expect(record?.delivery.state).toBe(status === 200 ? 'delivered' : 'held');
      expect(record?.lease).toBeNull();
    },
  );

  test('no lead is sent while the list cannot be read, and every lead once it can', async () => {
    const { store, world, sent, delivery } = await open();
    const optOuts = () => Promise.reject(new StoreUnavailable('no list'));
    const broken = { ...world, store: () => Promise.resolve({ ...store, optOuts }) };
    expect(await retryDeliveries(broken)).toBe(0);
    await deliver('due', broken);
    expect(sent()).toEqual([]);
    expect((await delivery('due'))?.state).toBe('pending');
    const later = () => new Date(Date.now() + leaseTime + 1000);
    expect(await retryDeliveries({ ...world, now: later })).toBe(3);
  });
});

onEachServer((makeEngine) => {
  test('after an import of an opt-out, no lead of the person is sent, whether imported or stored before', async () => {
    const { put, store, engine } = await openLeadsWorld(makeEngine);
    const file = `${await aFolder()}/list.jsonl`;
    await put({ ...dana, on: true });
    await store.change('due', (it) => ({ ...it, delivery: due }));
    const withKey = (env: object) => ({ env: { ...env, PRIVACY_KEY: privacyKey } });
    await runTransfer('export', file, withKey(engine.env));
    const importing = await openLeadsWorld(makeEngine);
    await importing.store.erase(['due'], due.next_attempt_at);
    await saidBy('import', file, withKey(importing.engine.env));
    await retryDeliveries(importing.world);
    expect(importing.sent()).toEqual(['another']);
    expect(await importing.delivery('extension')).toEqual(optedOut);
    expect(await itemsIn(file)).toContain('"opt-out"');
  });
});
