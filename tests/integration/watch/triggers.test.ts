import { describe, expect, test } from 'vitest';
import {
  day,
  delivered,
  eachMorning,
  failed,
  friday,
  held,
  hour,
  kinds,
  lead,
  minute,
  pending,
  time,
  worldOf,
  type Trigger,
} from '../../support/worlds/watch-world.ts';

const raised: (Trigger & { ends: (world: Awaited<ReturnType<typeof worldOf>>) => unknown })[] = [
  {
    kind: 'deliveries',
    leads: [lead(0, { id: 'a', delivery: pending })],
    at: 16 * minute,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, delivery: delivered })),
  },
  {
    kind: 'given_up',
    leads: [lead(0, { id: 'a', delivery: failed(0) })],
    at: 16 * minute,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, delivery: delivered })),
  },
  {
    kind: 'webhook',
    leads: [
      lead(0, { id: 'a', delivery: failed(0), attempts: [{ at: time(0), ms: 5, status: 410 }] }),
    ],
    // Late enough to be reported as given up, if it had not been refused for good.
    at: 16 * minute,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, delivery: delivered })),
  },
  {
    kind: 'webhook',
    deps: { webhook: { state: 'missing' } },
    at: 0,
    ends: ({ deps }) => (deps.webhook = { state: 'off' }),
  },
  {
    kind: 'settings',
    settings: { wrong: ['RETENTION_DAYS must be a number.'] },
    at: 0,
    ends: ({ deps }) => (deps.alerts = { ...deps.alerts, wrong: [] }),
  },
  {
    kind: 'retention',
    deps: { retentionDays: 14 },
    leads: [lead(-16 * day, { id: 'a' })],
    at: 0,
    ends: ({ store }) => store.erase(['a'], time(0)),
  },
  {
    kind: 'held',
    leads: [lead(0, { id: 'a', delivery: held })],
    at: 4 * hour,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, delivery: delivered })),
  },
  {
    kind: 'waiting',
    leads: [lead(0, { id: 'a', answered: null })],
    at: 4 * hour,
    ends: ({ store }) =>
      store.change('a', (it) => ({ ...it, answered: { at: time(0), by: 'Ada' } })),
  },
  {
    kind: 'waiting',
    settings: { waitingHours: 1 },
    leads: [lead(friday + 6 * hour, { id: 'a', answered: null })],
    // It came at four on Friday, and it is six.
    at: friday + 8 * hour,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, archived: true })),
  },
  {
    kind: 'silence',
    settings: { watchesSilence: true },
    leads: eachMorning,
    // Three working days and some, without a lead.
    at: 3 * day + 8 * hour,
    ends: ({ store }) => store.create(lead(3 * day + 8 * hour)),
  },
];

describe('the watch', () => {
  test.each(raised)('raises and ends $kind', async ({ kind, ends, ...trigger }) => {
    const world = await worldOf(trigger);
    await world.run();
    expect(await kinds(world.store)).toEqual([kind]);
    expect(world.news()).toHaveLength(1);
    await ends(world);
    await world.pass(5 * minute);
    expect(await kinds(world.store)).toEqual([]);
    expect(world.news()).toMatchObject([expect.stringContaining('This is over')]);
  });

  test.each([1, 60])('tells a new failure apart from %i given up long ago', async (count) => {
    const given = Array.from({ length: count }, () =>
      lead(-9 * day, { delivery: failed(-9 * day) }),
    );
    const world = await worldOf({ leads: given, at: 0 });
    await world.run();
    expect(world.news()).toHaveLength(1);
    const failing = lead(0, { delivery: pending });
    await world.store.create(failing);
    await world.pass(21 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('has not taken 1 lead')]);
    expect((await world.store.watch()).incidents).toContainEqual(
      expect.objectContaining({ kind: 'deliveries', since: failing.created_at }),
    );
  });

  test('reminds of a lead that waits in business hours only', async () => {
    const world = await worldOf({
      leads: [lead(friday + 3 * hour, { answered: null })],
      at: friday + 7 * hour,
    });
    await world.run();
    expect(world.news()).toHaveLength(1);
    await world.pass(2 * day + 16 * hour, 1, 30 * minute);
    expect(world.news()).toEqual([]);
    await world.pass(4 * hour, 1, 30 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('after 4 hours')]);
  });

  test('says what is missing where the site is not set up', async () => {
    const { ConfigError } = await import('../../../functions/unavailable.ts');
    const world = await worldOf({ at: 0 });
    world.deps.store = () => Promise.reject(new ConfigError('Set FIREBASE_SERVICE_ACCOUNT.'));
    await world.run();
    expect(world.news()).toMatchObject([expect.stringContaining('Set FIREBASE_SERVICE_ACCOUNT.')]);
  });
});
