import { describe, expect, test } from 'vitest';
import { rightsMessages } from '../../../functions/opt-outs/person.ts';
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
    at: 10 * minute,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, delivery: delivered })),
  },
  {
    kind: 'given_up',
    leads: [lead(0, { id: 'a', delivery: failed(0) })],
    at: 10 * minute,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, delivery: delivered })),
  },
  {
    kind: 'deliveries',
    deps: { webhook: { state: 'off' } },
    leads: [lead(0, { id: 'a', delivery: pending })],
    at: 10 * minute,
    ends: ({ store }) => store.erase(['a'], time(0)),
  },
  {
    kind: 'settings',
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
      store.change('a', (lead) => ({ ...lead, answered: { at: time(0), by: 'Ada' } })),
  },
  {
    kind: 'held',
    settings: { waitingHours: 0, heldHours: 2 },
    leads: [lead(0, { id: 'a', delivery: held }), lead(0, { answered: null })],
    at: 2 * hour,
    ends: ({ store }) => store.erase(['a'], time(0)),
  },
  {
    kind: 'waiting',
    settings: { waitingHours: 1, heldHours: 0 },
    leads: [lead(friday + 6 * hour, { id: 'a', answered: null })],
    // The lead arrives on Friday at four; the watch runs at six.
    at: friday + 8 * hour,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, archived: true })),
  },
  {
    kind: 'calls',
    leads: [lead(0, { id: 'a', call_back: { at: time(8 * hour - 15 * minute), by: 'Ada' } })],
    at: day - 45 * minute,
    ends: ({ store }) => store.change('a', (it) => ({ ...it, call_back: null })),
  },
  {
    kind: 'silence',
    settings: { watchesSilence: true },
    leads: eachMorning,
    // Three working days and some hours without a lead.
    at: 3 * day + 8 * hour,
    ends: ({ store }) => store.create(lead(3 * day + 8 * hour)),
  },
];

describe('the watch', () => {
  test('reports from one hour on that RIGHTS_URL has not accepted a message, until it has', async () => {
    const world = await worldOf({ at: hour - minute });
    const people = [{ phone: '(713) 555-0142' }];
    const deps = { rights: { state: 'wrong' }, newId: () => 'a' } as const;
    const [message] = rightsMessages(people, { type: 'opted-out', at: time(0) }, deps);
    await world.store.add('outbox', [message ?? expect.unreachable()]);
    await world.run();
    expect(await kinds(world.store)).toEqual([]);
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringMatching(/RIGHTS_URL .+ 1 message .+Set it/)]);
    await world.store.changeOutbox(['a'], (it) => ({ ...it, delivery: delivered }));
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('This is over')]);
  });

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

  test('tells a new failure apart from many that were given up long ago', async () => {
    const given = Array.from({ length: 60 }, () => lead(-9 * day, { delivery: failed(-9 * day) }));
    const world = await worldOf({ leads: given, at: 0 });
    await world.run();
    expect(world.news()).toMatchObject([expect.stringContaining('never took 60 leads')]);
    const failing = lead(0, { delivery: pending });
    await world.store.create(failing);
    await world.pass(15 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('has not taken 1 lead')]);
    expect((await world.store.watch()).troubles).toContainEqual(
      expect.objectContaining({ kind: 'deliveries', since: failing.created_at }),
    );
  });

  test('reports with the next run that the webhook answers 410, until the lead is delivered', async () => {
    const attempts = [{ at: time(0), ms: 5, status: 410 }];
    const world = await worldOf({
      leads: [lead(0, { id: 'a', delivery: pending, attempts })],
      at: minute,
    });
    await world.run();
    expect(world.news()).toMatchObject([
      expect.stringContaining('The webhook answers 410 (gone): it has not taken 1 lead yet.'),
    ]);
    const later = [...attempts, { at: time(5 * minute), ms: 5, status: 500 }];
    await world.store.change('a', (it) => ({ ...it, attempts: later }));
    await world.pass(5 * minute);
    expect(world.news()).toEqual([]);
    expect(await kinds(world.store)).toEqual(['deliveries']);
    await world.store.change('a', (it) => ({ ...it, delivery: delivered }));
    await world.pass(5 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('This is over')]);
  });

  test('reports the webhook’s response to a lead that was given up', async () => {
    const attempts = [{ at: time(0), ms: 5, status: 410 }];
    const world = await worldOf({
      leads: [lead(0, { delivery: failed(0), attempts })],
      at: minute,
    });
    await world.run();
    expect(world.news()).toMatchObject([
      expect.stringContaining('The webhook answers 410 (gone): it never took 1 lead'),
    ]);
  });

  test('counts business hours only before a reminder about a waiting lead', async () => {
    const world = await worldOf({
      leads: [lead(friday + 3 * hour, { answered: null })],
      at: friday + 7 * hour,
    });
    await world.run();
    expect(world.news()).toHaveLength(1);
    // Until Monday at four. The clocks change on Sunday.
    await world.pass(2 * day + 22 * hour, 1, 30 * minute);
    expect(world.news()).toEqual([]);
    await world.pass(2 * hour, 1, 30 * minute);
    expect(world.news()).toMatchObject([expect.stringContaining('still wrong: ')]);
  });

  test('lists the missing settings if the site is not set up', async () => {
    const { ConfigError } = await import('../../../functions/unavailable.ts');
    const world = await worldOf({ at: 0 });
    world.deps.store = () => Promise.reject(new ConfigError('Set FIREBASE_SERVICE_ACCOUNT.'));
    await world.run();
    expect(world.news()).toMatchObject([expect.stringContaining('Set FIREBASE_SERVICE_ACCOUNT.')]);
  });
});
