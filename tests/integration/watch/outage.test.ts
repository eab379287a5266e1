import { expect, test, vi } from 'vitest';
import { deliver } from '../../../functions/delivery/deliver.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aRecord } from '../../support/builders/record.ts';
import { onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { hour, kinds, minute, openWatchWorld } from '../../support/worlds/watch-world.ts';
import { webhookAt } from '../../support/worlds/world.ts';
import { openTick } from '../../../functions/tick.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import { newWatch, readWatch } from '../../../functions/store/watch-state.ts';

onEachEngine((makeEngine) => {
  const alertsIn = async (store: Store) =>
    (await Array.fromAsync(store.all('outbox'))).flat().filter(({ kind }) => kind === 'alert');

  test('an alert that failed is tried again, and the failure is logged', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'missing' } });
    await world.receiver.down();
    await world.tick(10 * minute);
    const [{ attempts } = { attempts: [] }] = (await alertsIn(store)) as { attempts: object[] }[];
    expect(attempts.at(-1)).toMatchObject({ error: 'The connection was refused' });
    expect(world.log).toContainEqual(
      expect.objectContaining({ event: 'alert-not-sent', no_answer: 'The connection was refused' }),
    );
    await world.receiver.up();
    await world.tick(10 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('WEBHOOK_URL is not set')]);
    expect(await alertsIn(store)).toEqual([]);
  });

  test('the inbox shows within 20 minutes that no address accepts alerts, with the reason, until one does', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'missing' } });
    world.receiver.usually({ status: 403 });
    await world.tick(20 * minute);
    expect((await store.watch()).troubles).toMatchObject([
      { kind: 'settings' },
      { kind: 'alerts', what: expect.stringContaining('it answered 403') as string },
    ]);
    world.receiver.usually({ status: 200 });
    world.news();
    await world.tick(hour);
    expect(await kinds(store)).toEqual(['settings']);
    expect(world.news()).toHaveLength(1);
  });

  test('a waiting alert is not sent after the alert about the end of its trouble', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'missing' } });
    world.receiver.next({ status: 500 });
    await world.pass(5 * minute);
    expect(world.news()).toHaveLength(1);
    world.deps.webhook = { state: 'off' };
    // The alert about the end fails once, too.
    world.receiver.next({ status: 500 });
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('All settings are right again.')]);
    await world.tick(hour);
    expect(world.news()).toMatchObject([expect.stringContaining('All settings are right again.')]);
    expect(await alertsIn(store)).toEqual([]);
  });

  test('a new alert is not lost while it replaces one that is being sent', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'missing' } });
    const { send } = world.deps;
    const { promise: goesOn, resolve } = Promise.withResolvers<undefined>();
    let isUnderWay = false;
    const slow: typeof send = async (...sent) => {
      isUnderWay = true;
      await goesOn;
      return send(...sent);
    };
    const first = openWatch()({ ...world.deps, send: slow });
    await vi.waitFor(() => expect(isUnderWay).toBe(true));
    world.deps.webhook = { state: 'off' };
    world.receiver.next({ status: 500 });
    await world.pass(5 * minute);
    resolve(undefined);
    await first;
    world.news();
    await world.tick(10 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('All settings are right again.')]);
  });

  test('a dead address does not block alerts to another one', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'missing' } });
    const [alive] = world.deps.alerts.targets;
    const dead = { ...alive, url: new URL('http://127.0.0.1:9/') } as NonNullable<typeof alive>;
    world.deps.alerts = { ...world.deps.alerts, targets: alive ? [dead, alive] : [] };
    await world.tick(5 * minute);
    expect(world.news()).toHaveLength(1);
    world.deps.webhook = { state: 'off' };
    await world.tick(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('All settings are right again.')]);
    await world.tick(hour);
    expect(world.news()).toMatchObject([expect.stringContaining('No alert has reached 127.0.0.1')]);
    // Without the address, no alert waits for it any more.
    world.deps.alerts = { ...world.deps.alerts, targets: alive ? [alive] : [] };
    await world.tick(hour);
    expect(world.news()).toMatchObject([expect.stringContaining('takes messages again')]);
    expect(await alertsIn(store)).toEqual([]);
  });

  test('an unreachable store is tried three times, and then reported to each address, once an hour', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'off' } });
    const reach = world.deps.store;
    await world.pass(5 * minute);
    let tries = 0;
    const unreachable = () => {
      tries += 1;
      return Promise.reject(new StoreUnavailable('gone'));
    };
    world.deps.store = () => (tries < 2 ? unreachable() : reach());
    await world.pass(5 * minute);
    expect(world.news()).toEqual([]);

    tries = 0;
    world.deps.store = unreachable;
    await world.pass(5 * minute);
    expect(tries).toBe(3);
    expect(world.news()).toEqual([
      'leadwright.example: The store is out of reach, so no lead can be taken. https://leadwright.example/admin',
    ]);
    await world.pass(55 * minute);
    expect(world.news()).toEqual([]);
    await world.pass(5 * minute);
    expect(world.news()).toHaveLength(1);
    // Another process does not know that it was reported.
    await openWatch()(world.deps);
    expect(world.news()).toHaveLength(1);
    world.deps.store = reach;
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([
      expect.stringContaining('The store can be reached again.'),
    ]);
    expect(await store.watch()).toMatchObject({ troubles: [] });
  });

  test('a store that refuses writes is an alert, even while no lead comes', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'off' } });
    await world.pass(5 * minute);
    const change = store.changeWatch.bind(store);
    store.changeWatch = () => Promise.reject(new StoreUnavailable('read-only'));
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('no lead can be taken')]);
    store.changeWatch = change;
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('can be reached again')]);
  });
});

test('a run reports a hanging store before Netlify ends the run', async () => {
  const world = await openWatchWorld((await sqliteEngine()).open(), { webhook: { state: 'off' } });
  const began = Date.parse(world.at());
  const passed = () => world.deps.now().getTime() - began;
  const wait = (ms: number) => {
    world.goTo(world.deps.now().getTime() + ms);
    return Promise.resolve();
  };
  world.deps.pause = wait;
  world.deps.store = async () => {
    await wait(6000);
    throw new StoreUnavailable('No answer in 6000 ms.');
  };
  await openTick()(world.deps);
  expect(world.news()).toHaveLength(1);
  expect(passed()).toBeLessThanOrEqual(20_000);
});

test('an outage of the webhook is one alert, a reminder each day, and one end', async () => {
  await using crm = await Receiver.open();
  crm.usually({ status: 500 });
  const world = await openWatchWorld((await sqliteEngine()).open(), {
    webhook: webhookAt(crm.url),
    random: () => 0,
  });
  const { deps } = world;
  const store = await deps.store();
  const lead = aRecord({ created_at: world.at() });
  await store.create(lead);
  await deliver(lead.id, deps);
  // Two processes; at each step, one of them is called twice.
  let ticks = [openTick(), openTick()];
  const restart = () => (ticks = [openTick(), openTick()]);
  const schedule = async (ms: number, step = 5 * minute) => {
    for (let passed = 0; passed < ms; passed += step) {
      world.goTo(deps.now().getTime() + step);
      await Promise.all([...ticks, ...ticks.slice(1)].map((tick) => tick(deps)));
    }
  };

  await schedule(5 * minute);
  expect(world.news()).toEqual([]);
  await schedule(10 * minute);
  expect(world.news(), 'within 15 minutes').toEqual([
    'leadwright.example: The webhook has not taken 1 lead for 10 minutes or more. Since Mar 3, 10:00 AM CST. https://leadwright.example/admin',
  ]);
  expect((await store.watch()).troubles).toMatchObject([{ kind: 'deliveries' }]);

  restart();
  await schedule(12 * hour, 30 * minute);
  restart();
  await schedule(11.5 * hour, 30 * minute);
  expect(world.news()).toEqual([]);
  await schedule(hour, 30 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('still wrong: ')]);
  await schedule(5 * hour, 30 * minute);
  expect(world.news()).toEqual([]);

  crm.usually({ status: 200 });
  await schedule(20 * hour, 30 * minute);
  expect(world.news()).toEqual([
    'leadwright.example: No lead is waiting for another try now. This is over; it began on Mar 3, 10:00 AM CST. https://leadwright.example/admin',
  ]);
  expect(await store.watch()).toMatchObject({ troubles: [] });
  expect(JSON.stringify(world.receiver.arrivals)).not.toMatch(
    new RegExp([lead.id, lead.name, lead.email, lead.phone, lead.company].join('|')),
  );
});

test('after an update or a rollback, troubles of other versions are found anew, and the heartbeat stays', () => {
  const at = '2026-03-02T16:00:00.000Z';
  const newer = { kind: 'newer', what: 'x', since: at, told_at: at, told_count: null };
  const stored = { ...newWatch, looked_at: at };
  expect(readWatch({ ...stored, troubles: [newer] })).toEqual(stored);
  const { troubles, ...earlier } = stored;
  expect(readWatch({ ...earlier, incidents: [newer], notices: [] })).toEqual({
    ...stored,
    troubles,
  });
});
