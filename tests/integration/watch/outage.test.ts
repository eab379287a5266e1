import { expect, test } from 'vitest';
import { deliver } from '../../../functions/delivery/deliver.ts';
import { keyOf } from '../../../functions/delivery/say.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aNotice } from '../../support/builders/health.ts';
import { aRecord } from '../../support/builders/record.ts';
import { onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { hour, minute, openWatchWorld } from '../../support/worlds/watch-world.ts';
import { webhookAt, noAlerts } from '../../support/worlds/world.ts';
import { openTick } from '../../../functions/tick.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import { newWatch, readWatch } from '../../../functions/store/watch-state.ts';
import { advance, dueNotices } from '../../../functions/watch/incidents.ts';

onEachEngine((makeEngine) => {
  test('an alert that could not be sent is tried again, and the log and admins know', async () => {
    const world = await openWatchWorld((await makeEngine()).open(), {
      webhook: { state: 'missing' },
    });
    const store = await world.deps.store();
    await world.receiver.down();
    await world.pass(10 * minute);
    const [notice] = (await store.watch()).notices;
    expect(notice).toMatchObject({ tries: 2, error: 'The connection was refused' });
    expect(world.log).toContainEqual(
      expect.objectContaining({ event: 'alert-not-sent', no_answer: 'The connection was refused' }),
    );
    await world.receiver.up();
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('WEBHOOK_URL is not set')]);
    expect((await store.watch()).notices).toEqual([]);
  });

  test('an address that is dead does not keep alerts from another one', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'missing' } });
    const [alive] = world.deps.alerts.targets;
    const dead = { ...alive, url: new URL('http://127.0.0.1:9/') } as NonNullable<typeof alive>;
    world.deps.alerts = { ...world.deps.alerts, targets: alive ? [dead, alive] : [] };
    await world.pass(5 * minute, 2);
    expect(world.news()).toHaveLength(1);
    world.deps.webhook = { state: 'off' };
    await world.pass(5 * minute, 2);
    expect(world.news()).toMatchObject([
      expect.stringContaining('The setting of the webhook is right again.'),
    ]);
    expect((await store.watch()).notices).toHaveLength(2);
    // Without the address, what it should have got is forgotten, and goes to nobody else.
    world.deps.alerts = { ...world.deps.alerts, targets: alive ? [alive] : [] };
    world.deps.webhook = { state: 'missing' };
    await world.pass(5 * minute);
    expect(world.news()).toHaveLength(1);
    expect((await store.watch()).notices).toEqual([]);
  });

  test('a store out of reach is one alert and one end, although it can’t remember either', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'off' } });
    const { store: reach } = world.deps;
    const another = openWatch();
    await world.pass(5 * minute, 2);
    world.deps.store = () => Promise.reject(new StoreUnavailable('gone'));
    await world.pass(5 * minute, 2);
    world.deps.store = reach;
    await world.pass(5 * minute, 2);
    expect(world.news()).toEqual([]);

    world.deps.store = () => Promise.reject(new StoreUnavailable('gone'));
    await world.pass(10 * minute, 2);
    expect(world.news()).toEqual([
      'leadwright.example: The store is out of reach, so no lead can be taken. Since Mar 3, 10:20 AM CST. https://leadwright.example/admin',
    ]);
    await world.pass(5 * hour, 2, 30 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('still wrong: ')]);
    world.deps.store = reach;
    // It had no outage, and looks first.
    await another(world.deps);
    await world.pass(5 * minute, 2);
    expect(world.news()).toMatchObject([
      expect.stringContaining('The store can be reached again.'),
    ]);
    expect(await store.watch()).toMatchObject({ incidents: [], notices: [] });
  });

  test('a store that refuses writes is an alert at the second look, also while no lead comes', async () => {
    const store = (await makeEngine()).open();
    const world = await openWatchWorld(store, { webhook: { state: 'off' } });
    await world.pass(5 * minute);
    const change = store.changeWatch.bind(store);
    store.changeWatch = () => Promise.reject(new StoreUnavailable('read-only'));
    await world.pass(5 * minute, 2);
    expect(world.news()).toEqual([]);
    await world.pass(5 * minute, 2);
    expect(world.news()).toMatchObject([expect.stringContaining('no lead can be taken')]);
    store.changeWatch = change;
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('can be reached again')]);
  });
});

test('an outage of the webhook is one alert, a reminder after 4 hours and each day, and one end', async () => {
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
  // Two processes, one of which is called twice.
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
  expect((await store.watch()).incidents).toMatchObject([{ kind: 'deliveries' }]);

  restart();
  await schedule(3.5 * hour, 30 * minute);
  expect(world.news()).toEqual([]);
  await schedule(40 * minute, 5 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('still wrong: ')]);
  restart();
  await schedule(19.5 * hour, 30 * minute);
  expect(world.news()).toEqual([]);
  await schedule(hour, 30 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('still wrong: ')]);
  await schedule(5 * hour, 30 * minute);
  expect(world.news()).toEqual([]);

  crm.usually({ status: 200 });
  await schedule(20 * hour, 30 * minute);
  expect(world.news()).toEqual([
    'leadwright.example: No lead waits for another try any more. This is over; it began on Mar 3, 10:00 AM CST. https://leadwright.example/admin',
  ]);
  expect(await store.watch()).toMatchObject({ incidents: [], notices: [] });
  expect(JSON.stringify(world.receiver.arrivals)).not.toMatch(
    new RegExp([lead.id, lead.name, lead.email, lead.phone, lead.company].join('|')),
  );
});

const now = new Date('2026-03-02T16:00:00.000Z');

const isDueIn = (minutes: number): boolean => {
  const next_attempt_at = new Date(now.getTime() + minutes * 60_000).toISOString();
  const notices = [{ ...aNotice('a'), next_attempt_at }];
  return dueNotices({ ...newWatch, notices }, now).length > 0;
};

test('a notice whose time is from before a clock was set back is due', () => {
  expect(isDueIn(60)).toBe(false);
  expect(isDueIn(24 * 60)).toBe(true);
});

test('while nobody takes alerts, the newest fifty are kept', () => {
  const target = { url: new URL('https://chat.example'), secrets: [], allowPrivate: false };
  const old = Array.from({ length: 50 }, (_, i) => ({ ...aNotice(keyOf(target)), id: `n${i}` }));
  const deps = {
    now: () => now,
    newId: () => 'newest',
    alerts: { ...noAlerts, targets: [target] },
  };
  const observed = [{ kind: 'store', what: 'The store is out of reach.' } as const];
  const { notices } = advance({ ...newWatch, notices: old }, observed, deps);
  expect(notices.map(({ id }) => id)).toEqual([...old.slice(1).map(({ id }) => id), 'newest']);
});

test('after a rollback, an incident of a newer kind takes no waiting notice with it', () => {
  const at = now.toISOString();
  const newer = { kind: 'newer', what: 'x', since: at, raised_at: at, reminders: 0 };
  const kept = { ...newWatch, looked_at: at, notices: [aNotice('a')] };
  expect(readWatch({ ...kept, incidents: [newer] })).toEqual(kept);
});
