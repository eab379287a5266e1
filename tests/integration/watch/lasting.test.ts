import { describe, expect, test, vi } from 'vitest';
import { newCanary } from '../../../functions/store/watch-state.ts';
import { noteVisit, openWatch } from '../../../functions/watch/look.ts';
import { aReceiver, sqliteEngine } from '../../support/worlds/each-engine.ts';
import {
  day,
  delivered,
  eachMorning,
  failed,
  hour,
  kinds,
  lead,
  minute,
  openWatchWorld,
  pending,
  time,
  worldOf,
} from '../../support/worlds/watch-world.ts';

test('a lasting trouble is reported again when its number has doubled, at most once an hour, and ends when all its leads are archived', async () => {
  const world = await worldOf({
    leads: [lead(0, { id: 'lead 0', delivery: failed(0) })],
    at: 10 * minute,
  });
  await world.run();
  expect(world.news()).toMatchObject([expect.stringContaining('never took 1 lead')]);
  await world.pass(2 * hour, 1, 10 * minute);
  expect(world.news()).toEqual([]);

  const giveUp = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, i) =>
        world.store.create(lead(0, { id: `lead ${from + i}`, delivery: failed(0) })),
      ),
    );
  await giveUp(1, 50);
  await world.pass(5 * minute);
  expect(world.news()).toEqual([
    'leadwright.example, more than before: The webhook never took 50 leads, and no tries are left: resend from the inbox. Since Mar 3, 10:00 AM CST. https://leadwright.example/admin',
  ]);
  await giveUp(50, 100);
  await world.pass(50 * minute);
  expect(world.news()).toEqual([]);
  await world.pass(15 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('more than before: ')]);
  await giveUp(100, 199);
  await world.pass(2 * hour);
  expect(world.news()).toEqual([]);

  for (let i = 0; i < 199; i += 1)
    await world.store.change(`lead ${i}`, (it) => ({ ...it, archived: true }));
  await world.pass(5 * minute);
  expect(world.news()).toMatchObject([
    expect.stringContaining('delivered, archived, held or erased. This is over'),
  ]);
});

describe('a trouble whose end was not observed', () => {
  test('stays while its check fails, and the failing check is also reported', async () => {
    const world = await worldOf({ leads: [lead(0, { delivery: failed(0) })], at: 10 * minute });
    await world.run();
    const check = vi.spyOn(world.store, 'undelivered').mockRejectedValue(new Error('no index'));
    await world.pass(5 * minute);
    expect(await kinds(world.store)).toEqual(['checks', 'given_up']);
    check.mockRestore();
    await world.pass(5 * minute);
    expect(await kinds(world.store)).toEqual(['given_up']);
    expect(world.news().at(-1)).toContain('All checks for trouble work again. This is over');
  });

  test('stays when an erasure removes the leads that showed it', async () => {
    const world = await worldOf({
      settings: { watchesSilence: true },
      leads: eachMorning,
      at: 3 * day + 8 * hour,
    });
    await world.run();
    expect(world.news()).toMatchObject([expect.stringContaining('No lead has come for')]);
    await world.store.erase(
      eachMorning.map(({ id }) => id),
      time(0),
    );
    await world.pass(10 * minute);
    expect(world.news()).toEqual([]);
    expect(await kinds(world.store)).toEqual(['silence']);
    await world.store.create(lead(3 * day + 8 * hour));
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('Leads are coming in again.')]);
  });

  test('is dropped without an alert when its setting is turned off', async () => {
    const world = await worldOf({ leads: [lead(0, { answered: null })], at: 4 * hour });
    await world.run();
    expect(world.news()).toHaveLength(1);
    world.deps.alerts = { ...world.deps.alerts, waitingHours: 0 };
    await world.pass(5 * minute);
    expect(world.news()).toEqual([]);
    expect(await kinds(world.store)).toEqual([]);
  });
});

test('a trouble that began before an address was set is reported to the first address', async () => {
  const world = await openWatchWorld((await sqliteEngine()).open(), {
    webhook: { state: 'missing' },
  });
  const { alerts } = world.deps;
  world.deps.alerts = { ...alerts, targets: [] };
  await world.pass(hour);
  world.deps.alerts = alerts;
  await world.pass(5 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('WEBHOOK_URL is not set')]);
});

describe('a run that was suspended', () => {
  /** A run that has read the leads, and is suspended until the test resumes it. */
  async function standingStill() {
    const world = await worldOf({
      leads: [lead(0, { id: 'a', delivery: failed(0) })],
      at: 10 * minute,
    });
    const { store, deps } = world;
    const { promise: goesOn, resolve } = Promise.withResolvers<undefined>();
    const heldSince = vi.fn(() => goesOn.then(() => store.heldSince()));
    const still = openWatch()({ ...deps, store: () => Promise.resolve({ ...store, heldSince }) });
    await vi.waitFor(() => expect(heldSince).toHaveBeenCalled());
    const goOn = () => {
      resolve(undefined);
      return still;
    };
    return { ...world, goOn };
  }

  test('does not overwrite the readings of a later run', async () => {
    const { store, pass, goOn, news } = await standingStill();
    await store.change('a', (it) => ({ ...it, archived: true }));
    await pass(5 * minute);
    await goOn();
    expect(await kinds(store)).toEqual([]);
    expect(news()).toEqual([]);
  });

  test('does not count as a heartbeat, and does not end an alarm of the canary', async () => {
    const { store, deps, goTo, goOn } = await standingStill();
    goTo(deps.now().getTime() + 20 * minute);
    const visited_at = deps.now().toISOString();
    await noteVisit(() => ({ ...newCanary, visited_at }), deps);
    await goOn();
    expect(await store.watch()).toMatchObject({ looked_at: null, canary: { visited_at } });
  });
});

test('an unreadable lead is a trouble until it is readable again', async () => {
  const engine = await sqliteEngine();
  const store = engine.open();
  const world = await openWatchWorld(store);
  await store.create(lead(0, { id: 'a', delivery: pending }));
  await engine.damage('a', { attempts: 'of a newer version' });
  await world.pass(15 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('does not get 1 lead')]);
  expect(await kinds(store)).toEqual(['damaged']);
  await engine.damage('a', { attempts: [] });
  await store.change('a', (it) => ({ ...it, delivery: delivered }));
  await world.pass(5 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('Every lead can be read again.')]);
});

test('the watch reports that the canary stopped, until it comes again', async () => {
  const canary = { isOn: true };
  const store = (await sqliteEngine()).open();
  const world = await openWatchWorld(store, { webhook: { state: 'off' }, canary });
  await world.pass(3 * hour, 1, 5 * minute);
  expect(world.news()).toEqual([]);
  await world.pass(10 * minute, 1, 5 * minute);
  expect(world.news()).toMatchObject([expect.stringContaining('The canary has stopped')]);
  await store.changeWatch((state) => ({
    ...state,
    canary: state.canary && { ...state.canary, visited_at: world.at() },
  }));
  await world.pass(5 * minute);
  expect(world.news()).toMatchObject([
    expect.stringContaining('The canary is running again, and the form works.'),
  ]);
});

test('an address that hangs does not delay an alert to another one', async () => {
  const world = await openWatchWorld((await sqliteEngine()).open(), {
    webhook: { state: 'missing' },
  });
  const hanging = await aReceiver();
  const release = hanging.hold();
  const [before, after] = ['/before', '/after'].map((path) => {
    return { url: new URL(path, hanging.url), secrets: [], allowPrivate: true };
  });
  const { alerts } = world.deps;
  const targets = [before, ...alerts.targets, after].filter((it) => it !== undefined);
  world.deps.alerts = { ...alerts, targets };
  const run = world.run();
  await world.receiver.arrived(1);
  expect(hanging.closed).toBe(0);
  release();
  await run;
});
