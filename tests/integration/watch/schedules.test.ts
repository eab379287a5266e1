/** Scheduled functions: each part does its work, whatever happens to the others. */
import { expect, test, vi } from 'vitest';
import { hourly } from '../../../functions/hourly.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { openTick } from '../../../functions/tick.ts';
import { aReceiver, sqliteEngine } from '../../support/worlds/each-engine.ts';
import {
  day,
  failed,
  held,
  hour,
  kinds,
  lead,
  minute,
  siteWith,
  time,
  worldOf,
} from '../../support/worlds/watch-world.ts';
import { webhookAt } from '../../support/worlds/world.ts';

const due = lead(0, { id: 'due', delivery: { state: 'pending', next_attempt_at: time(0) } });
const unreachable = () => Promise.reject(new StoreUnavailable('gone'));

test('tick raises no alert about a late lead that it delivers in the same run', async () => {
  const receiver = await aReceiver();
  const deps = { webhook: webhookAt(receiver.url) };
  const world = await worldOf({ leads: [due], deps, at: 10 * minute });
  expect(await openTick()(world.deps)).toEqual({ attempted: 1, sent: 0 });
  expect(receiver.of('due')).toHaveLength(1);
  expect(await kinds(world.store)).toEqual([]);
});

test('tick looks for trouble although the queue of deliveries cannot be read', async () => {
  const world = await worldOf({ leads: [lead(0, { delivery: failed(0) })], at: minute });
  vi.spyOn(world.store, 'due').mockImplementation(unreachable);
  expect(await openTick()(world.deps)).toEqual({ attempted: 0, sent: 1 });
  expect(world.news()).toMatchObject([expect.stringContaining('never took 1 lead')]);
  expect(world.log).toContainEqual(expect.objectContaining({ event: 'retry-deliveries' }));
});

test('tick delivers although it cannot look for trouble', async () => {
  const receiver = await aReceiver();
  const deps = { webhook: webhookAt(receiver.url) };
  const world = await worldOf({ leads: [due], deps, at: minute });
  vi.spyOn(world.store, 'watch').mockImplementation(unreachable);
  // `sent` counts the alert about the failed watch.
  expect(await openTick()(world.deps)).toEqual({ attempted: 1, sent: 1 });
  expect(receiver.of('due')).toHaveLength(1);
  expect(world.log).toContainEqual(expect.objectContaining({ event: 'watch' }));
});

const visits = [{ visitor: 'v', page: '/contact', browser: 'Safari 17', failed: false }];

test('hourly erases, deletes old reports and sends the canary, and a failure of one part stops no other', async () => {
  const store = (await sqliteEngine()).open();
  const now = () => new Date(time(100 * day));
  const { deps, answers } = await siteWith(store, { now, retentionDays: 30 });
  for (const record of [lead(0), lead(hour, { delivery: held }), lead(90 * day)])
    await store.create(record);
  const days = [92, 93, 99, 100].map((it) => time(it * day).slice(0, 10));
  for (const date of days) await store.changeBrowserReports(date, () => ({ visits, failures: [] }));
  answers['/contact'] = () => new Response('No form');
  expect(await hourly(deps)).toEqual({ erased: 2, visited: 1 });
  const left = await store.browserReports(days);
  const nameless = visits.map((it) => ({ ...it, visitor: null }));
  expect(left.map((it) => it.visits)).toEqual([[], visits, nameless, visits]);
  expect((await store.watch()).canary).toMatchObject({ failure: 'The contact page has no form.' });

  vi.spyOn(store, 'idsBefore').mockImplementation(unreachable);
  expect(await hourly(deps)).toEqual({ erased: 0, visited: 1 });
  expect(deps.logged).toContainEqual(expect.objectContaining({ event: 'erase-old' }));
});
