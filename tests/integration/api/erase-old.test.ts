import { describe, expect, test } from 'vitest';
import { eraseOld, isRetentionBehind } from '../../../functions/erasure/retention.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { closeAuditLog } from '../../support/builders/audit.ts';
import { storeMany } from '../../support/builders/many-leads.ts';
import { aRecord } from '../../support/builders/record.ts';
import { aWorld, webhookAt } from '../../support/worlds/world.ts';

const now = new Date('2026-03-02T15:00:00.000Z');
const daysAgo = (days: number, ms = 0): string =>
  new Date(now.getTime() - days * 86_400_000 - ms).toISOString();

/** No server listens on this port. */
const webhook = webhookAt(new URL('http://127.0.0.1:9/'));

const keeping = (retentionDays: number | undefined, different = {}) =>
  aWorld({ retentionDays, webhook, now: () => now, ...different });

describe('retention', () => {
  test('erases only leads that are older than the setting', async () => {
    await using world = keeping(30);
    const [old, young] = [
      aRecord({ created_at: daysAgo(30, 1) }),
      aRecord({ created_at: daysAgo(30) }),
    ];
    for (const lead of [old, young]) await world.store.create(lead);
    expect(await eraseOld(world.deps)).toBe(1);
    expect(await world.store.get(young.id)).toEqual(young);
    expect(await world.store.tombstone(old.id)).toMatchObject({ erased_at: now.toISOString() });
  });

  test.each([undefined, 14, 730])(
    'erases a held lead after 90 days, archived or not, and other leads only after RETENTION_DAYS: %j',
    async (days) => {
      await using world = keeping(days);
      const delivery: Delivery = { state: 'held', reasons: ['honeypot'] };
      const spam = { delivery, created_at: daysAgo(90, 1) };
      const old = [aRecord(spam), aRecord({ ...spam, archived: true })];
      const young = aRecord({ delivery, created_at: daysAgo(10) });
      const other = aRecord({ created_at: daysAgo(days ?? 5000), delivery: { state: 'off' } });
      for (const lead of [...old, young, other]) await world.store.create(lead);
      expect(await eraseOld(world.deps)).toBe(2);
      for (const { id } of old) expect(await world.store.tombstone(id)).toBeDefined();
      expect(await world.store.get(young.id)).toEqual(young);
      expect(await world.store.get(other.id)).toEqual(other);
      const { entries } = await world.store.audit({ limit: 5 });
      const submissions = expect.arrayContaining(old.map(({ id }) => id)) as string[];
      expect(entries).toMatchObject([
        { by: { uid: null, name: 'retention' }, event: { action: 'erased', submissions } },
      ]);
    },
  );

  test('keeps a lead for 90 days after its person opted out, and a held lead no longer than that', async () => {
    await using world = keeping(undefined);
    const delivery: Delivery = { state: 'held', reasons: ['asked-to-stop'] };
    const [old, young] = [91, 89].map((days) =>
      aRecord({
        delivery,
        created_at: daysAgo(400),
        opted_out: { at: daysAgo(days), how: 'stop-page' },
      }),
    ) as [SubmissionRecord, SubmissionRecord];
    for (const lead of [old, young]) await world.store.create(lead);
    expect(await isRetentionBehind(world.store, world.deps)).toBe(false);
    expect(await eraseOld(world.deps)).toBe(1);
    expect(await world.store.get(young.id)).toEqual(young);
    await world.store.create(aRecord({ delivery, created_at: daysAgo(92) }));
    expect(await isRetentionBehind(world.store, world.deps)).toBe(true);
  });

  test.each([
    ['waits for its first attempt after a long outage', { created_at: daysAgo(29) }, daysAgo(29)],
    ['was told to come back in a day', { created_at: daysAgo(20) }, daysAgo(-1)],
    [
      'was released an hour ago',
      { created_at: daysAgo(400), since: daysAgo(0, 3_600_000) },
      daysAgo(0),
    ],
  ])('keeps a pending lead that %s', async (_, { created_at, ...begun }, next_attempt_at) => {
    await using world = keeping(14);
    const delivery = { state: 'pending', next_attempt_at, ...begun } as const;
    const owed = aRecord({ created_at, delivery });
    await world.store.create(owed);
    // The next lead is newer than 600 kept leads, which are more than a batch.
    await storeMany(world.store, 600, () => aRecord({ created_at, delivery }));
    const other = aRecord({ created_at: daysAgo(15), delivery: { state: 'off' } });
    await world.store.create(other);
    expect(await eraseOld(world.deps)).toBe(1);
    expect(await world.store.get(owed.id)).toEqual(owed);
    expect(await world.store.get(other.id)).toBeUndefined();
  });

  test('keeps a lead whose delivery became pending after it was found', async () => {
    await using world = keeping(14);
    const lead = aRecord({ created_at: daysAgo(40), delivery: { state: 'held', reasons: [] } });
    await world.store.create(lead);
    const at = now.toISOString();
    const released: Store = {
      ...world.store,
      idsBefore: async (...args) => {
        const ids = await world.store.idsBefore(...args);
        const delivery = { state: 'pending', next_attempt_at: at, since: at } as const;
        await world.store.change(lead.id, (it) => ({ ...it, delivery }));
        return ids;
      },
    };
    expect(await eraseOld({ ...world.deps, store: () => Promise.resolve(released) })).toBe(0);
    expect(await world.store.get(lead.id)).toMatchObject({ delivery: { state: 'pending' } });
  });

  test('keeps pending leads as long as there is no webhook to send them', async () => {
    await using world = keeping(14, { webhook: { state: 'off' } });
    const at = daysAgo(30, 60_000);
    const lead = aRecord({ created_at: at, delivery: { state: 'pending', next_attempt_at: at } });
    await world.store.create(lead);
    expect(await eraseOld(world.deps)).toBe(0);
    expect(await world.store.get(lead.id)).toEqual(lead);
    world.deps.webhook = webhook;
    expect(await isRetentionBehind(world.store, world.deps), 'since a minute').toBe(false);
    expect(await eraseOld(world.deps)).toBe(1);
  });

  test('ends in time, and the next run continues', async () => {
    let time = now.getTime();
    // Each read of the clock takes six seconds.
    await using world = keeping(30, { now: () => new Date((time += 6000)) });
    await storeMany(world.store, 1100, () => aRecord({ created_at: daysAgo(99) }));
    expect(await eraseOld(world.deps)).toBe(500);
    time = now.getTime();
    expect(await eraseOld(world.deps)).toBe(500);
    time = now.getTime();
    expect(await eraseOld(world.deps)).toBe(100);
  });

  test('erases no lead if the audit entry cannot be written, and reports the failure', async () => {
    await using world = keeping(30);
    const record = aRecord({ created_at: daysAgo(31) });
    await world.store.create(record);
    closeAuditLog(world.folder);
    expect(await eraseOld(world.deps)).toBe(0);
    expect(await world.store.get(record.id)).toEqual(record);
    expect(world.events).toContainEqual({
      event: 'erase-old',
      error: expect.stringMatching(/^StoreUnavailable: The database could not be/) as string,
    });
  });
});
