import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { erasureLog, loggedIn } from '../../../support/builders/audit.ts';
import { aRecord, deliveries, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const at = second(0);

export function eraseOwedContract(open: Open): void {
  describe('a lead with a pending delivery', () => {
    const owed = aRecord({ id: 'owed', created_at: second(-9), delivery: deliveries.pending });
    const begun = { ...deliveries.pending, since: second(-3) } as Delivery;
    const released = aRecord({ id: 'released', created_at: second(-99), delivery: begun });
    const decided = aRecord({ id: 'decided', created_at: second(-8), delivery: deliveries.failed });
    test('does not block the erasure of another lead', async () => {
      const newest = aRecord({ id: 'newest', created_at: second(-7), delivery: deliveries.off });
      const store = await openedWith(open, decided, newest, owed, released);
      expect(await store.idsBefore(second(0), 2, { owedSince: second(-9) })).toEqual([
        'decided',
        'newest',
      ]);
      expect(await store.idsBefore(second(0), 3, { owedSince: second(-5) })).toEqual([
        'owed',
        'decided',
        'newest',
      ]);
    });

    test('is checked again right before its erasure', async () => {
      const store = await openedWith(open, owed, released, decided);
      const all = ['owed', 'released', 'decided'];
      expect(await store.erase(all, at, { owedSince: second(-5) })).toBe(2);
      expect(await store.get('released')).toEqual(released);
    });
  });

  describe('a held lead at the end of its retention', () => {
    const held = (id: string, at: number, more: object = {}) =>
      aRecord({ id, created_at: second(at), delivery: deliveries.held, ...more });
    const optedOut = (at: number) => ({ opted_out: { at: second(at), how: 'admin' } });
    const leads = [
      held('spam', -9),
      held('put away', -8, { archived: true }),
      held('opted out long ago', -7, optedOut(-5)),
      held('opted out lately', -7, optedOut(-1)),
      held('new', -1),
      aRecord({ id: 'failed', created_at: second(-9), delivery: deliveries.failed }),
    ];
    const old = ['spam', 'put away', 'opted out long ago'];
    const spared = { onlyHeldBefore: second(-4) };

    test('is found, archived or not, unlike a newer held lead or a lead in another state', async () => {
      const store = await openedWith(open, ...leads);
      expect(await store.idsBefore(second(-4), 9, spared)).toEqual(old);
      expect(await store.idsBefore(second(-4), 2, spared)).toEqual(old.slice(0, 2));
    });

    test('is checked again right before its erasure', async () => {
      const store = await openedWith(open, ...leads);
      const all = leads.map(({ id }) => id);
      await store.change('spam', (lead) => ({ ...lead, delivery: deliveries.pending }));
      expect(await store.erase(all, at, spared)).toBe(2);
      const left = await Promise.all(all.map(async (id) => (await store.get(id))?.id));
      expect(left.filter(Boolean)).toEqual(['spam', 'opted out lately', 'new', 'failed']);
    });
  });

  const held = aRecord({ id: 'held', created_at: second(-99), delivery: deliveries.held });
  const old = aRecord({ id: 'old', created_at: second(-99), delivery: deliveries.failed });

  test('a lead that is released during an erasure is either erased before that, or kept', async () => {
    const store = await openedWith(open, held, old);
    const released = { ...deliveries.pending, since: at } as Delivery;
    const log = erasureLog();
    const [erased, changed] = await Promise.all([
      store.erase(['old', 'held'], at, { log, owedSince: second(-5) }),
      store.change('held', (it) => ({ ...it, delivery: released })),
    ]);
    expect(await store.get('held')).toEqual(changed);
    expect(await store.get('old')).toBeUndefined();
    expect(log.named()).toEqual(changed ? ['old'] : ['old', 'held']);
    expect(erased).toBe(log.named().length);
    expect(await loggedIn(store)).toEqual(log.entries);
  });

  const personHash = ({ email = '', phone = '' }) => [email, phone].map((it) => hash('sha256', it));
  const [email = '', phone = ''] = personHash(aRecord());

  test('a tombstone is found by a hash of its person, and by no other hash', async () => {
    const store = await openedWith(
      open,
      aRecord({ id: 'a' }),
      aRecord({ id: 'b', phone: 'another' }),
      aRecord({ id: 'without' }),
    );
    await store.erase(['a'], at, { personHash });
    await store.erase(['b'], at, { log: erasureLog(), personHash });
    await store.erase(['without'], at);
    const found = async (...hashes: string[]) =>
      (await store.tombstonesOf(hashes)).map(({ id }) => id).toSorted();
    expect(await found(email)).toEqual(['a', 'b']);
    expect(await found(phone)).toEqual(['a']);
    expect(await found(phone, email)).toEqual(['a', 'b']);
    expect(await found(hash('sha256', 'nobody'))).toEqual([]);
    expect(await found()).toEqual([]);
    const [one] = await store.tombstonesOf([phone]);
    const { version, sha256, at: agreed } = aRecord().consent;
    expect(one).toMatchObject({ erased_at: at, consent: { version, sha256, at: agreed } });
  });
}
