import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { firstMisfit, linked } from '../../../../src/shared/audit.ts';
import { doNotContact } from '../../../../src/shared/submission.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { anAction, erasureLog } from '../../../support/builders/audit.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const [a, b, c] = ['a', 'b', 'c'].map((it) => it.repeat(64)) as [string, string, string];
const at = second(0);

const set = (store: Store, hashes: string[], on = true) => {
  const event = { action: on ? 'opted-out' : 'opted-in', submission: null } as const;
  const action = anAction(event);
  return store.setOptOut({ hashes, on, at }, (head) => linked(head, action));
};

export function peopleContract(open: Open): void {
  describe('the do-not-contact list', () => {
    test('has the hashes that were put on it, until they are taken off', async () => {
      const store = await opened(open);
      expect(await store.isOptedOut([a, b])).toBe(false);
      await set(store, [a, b]);
      expect(await store.isOptedOut([a])).toBe(true);
      expect(await store.isOptedOut([c, b])).toBe(true);
      expect(await store.isOptedOut([c])).toBe(false);
      expect(await store.isOptedOut([])).toBe(false);
      await set(store, [b, c], false);
      expect(await store.isOptedOut([b])).toBe(false);
      expect(await store.isOptedOut([a])).toBe(true);
    });

    test('changes together with the audit log, and only if there is something to change', async () => {
      const store = await opened(open);
      await set(store, [a], false);
      const first = await set(store, [a]);
      expect(first).toMatchObject({ number: 1, event: { action: 'opted-out' } });
      expect(await set(store, [a])).toBeUndefined();
      expect(await set(store, [])).toBeUndefined();
      expect(await set(store, [a, b])).toMatchObject({ number: 2 });
      expect(await set(store, [a, b], false)).toMatchObject({ number: 3 });
      const { entries, head } = await store.audit({ limit: 9 });
      expect(head.count).toBe(3);
      expect(await firstMisfit(entries.toReversed(), head)).toBeUndefined();
      await expect(
        store.setOptOut({ hashes: [c], on: true, at }, () => Promise.reject(new Error('no entry'))),
      ).rejects.toThrow('no entry');
      expect(await store.isOptedOut([c])).toBe(false);
    });

    test('gets one entry when several ask for the same at once', async () => {
      const store = await opened(open);
      const entries = await Promise.all([1, 2, 3].map(() => set(store, [a, b])));
      expect(entries.filter((it) => it !== undefined)).toHaveLength(1);
      expect((await store.audit({ limit: 9 })).head.count).toBe(1);
    });

    test('is read for an export', async () => {
      const store = await opened(open);
      await set(store, [c, a]);
      await set(store, [b]);
      const found = (await Array.fromAsync(store.all('opt_outs', 2))).flat();
      expect(found).toEqual([a, b, c].map((hash) => ({ kind: 'opt-out', hash, at })));
    });

    test('makes held leads that await no decision and raise no alarm', async () => {
      const held = (reasons: string[], created_at: string) =>
        aRecord({ created_at, delivery: { state: 'held', reasons } });
      const store = await openedWith(
        open,
        held([doNotContact], second(0)),
        held([doNotContact, 'honeypot'], second(1)),
        held(['honeypot'], second(2)),
      );
      expect(await store.counts()).toEqual({ held: 1, waiting: 0 });
      expect(await store.heldSince()).toBe(second(2));
      const { records } = await store.page({ filter: { delivery: 'held' }, limit: 9 });
      expect(records).toHaveLength(3);
    });
  });

  describe('a tombstone', () => {
    const personHash = ({ email = '', phone = '' }) =>
      [email, phone].map((it) => hash('sha256', it));
    const [email = '', phone = ''] = personHash(aRecord());

    test('is found by a hash of its person, and by no other', async () => {
      const store = await openedWith(
        open,
        aRecord({ id: 'a' }),
        aRecord({ id: 'b', phone: 'another' }),
        aRecord({ id: 'without' }),
        aRecord({ id: 'trial', test: true }),
      );
      await store.erase(['a', 'trial'], at, undefined, { personHash });
      await store.erase(['b'], at, erasureLog(), { personHash });
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
  });

  describe('a role', () => {
    test('is nobody’s until it is granted, and may be granted again', async () => {
      const store = await opened(open);
      expect(await store.hasRole('dana', 'admin')).toBe(false);
      for (let i = 0; i < 2; i++) await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
    });

    test('is gone once it is revoked, from that user only, and may be granted again', async () => {
      const store = await opened(open);
      await store.revokeRole('dana', 'admin');
      for (const user of ['dana', 'lee']) await store.grantRole(user, 'admin');
      await store.revokeRole('dana', 'editor');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
      await store.revokeRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(false);
      expect(await store.hasRole('lee', 'admin')).toBe(true);
      expect((await Array.fromAsync(store.all('user_roles'))).flat()).toHaveLength(1);
      await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
    });

    test('belongs to one user, and is no other role', async () => {
      const store = await opened(open);
      await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dan', 'admin')).toBe(false);
      expect(await store.hasRole('Dana', 'admin')).toBe(false);
      expect(await store.hasRole('dana', 'editor')).toBe(false);
      expect(await store.hasRole('', 'dana_admin')).toBe(false);
    });

    test.each(['', '..', 'a/b', '__dana', 'x'.repeat(2000)])(
      'is not for an id that no user has: %j',
      async (userId) => {
        const store = await opened(open);
        expect(await store.hasRole(userId, 'admin')).toBe(false);
      },
    );
  });
}
