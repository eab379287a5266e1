import { describe, expect, test } from 'vitest';
import { askedToStop } from '../../../../src/shared/submission.ts';
import type { Store } from '../../../../functions/store/port.ts';
import type { Person } from '../../../../functions/store/record.ts';
import { anEntry, loggedIn } from '../../../support/builders/audit.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const [a, b, c] = ['a', 'b', 'c'].map((it) => it.repeat(64)) as [string, string, string];
const at = second(0);
const fingerprint = 'd'.repeat(64);

const put = (store: Store, hashes: string[], later = at) =>
  store.optOut(
    { hashes, at: later, how: 'admin', fingerprint },
    anEntry({ action: 'opted-out', submission: null }),
  );

const allow = (store: Store, hashes: string[]) =>
  store.allowContact(hashes, anEntry({ action: 'opted-in', submission: null }));

const onList = async (store: Store, ...hashes: string[]) =>
  (await store.optOuts(hashes)).found.map(({ hash }) => hash).toSorted();

export function peopleContract(open: Open): void {
  describe('the do-not-contact list', () => {
    test('has each added hash until it is removed', async () => {
      const store = await opened(open);
      expect(await onList(store, a, b)).toEqual([]);
      await put(store, [a, b]);
      expect(await onList(store, a)).toEqual([a]);
      expect(await onList(store, c, b)).toEqual([b]);
      const many = Array.from({ length: 40 }, (_, i) => `${i}`.padStart(64, 'c'));
      expect(await onList(store, ...many, b)).toEqual([b]);
      expect(await onList(store, c)).toEqual([]);
      expect(await onList(store)).toEqual([]);
      expect(await allow(store, [b, c])).toBe(true);
      expect(await onList(store, a, b, c)).toEqual([a]);
    });

    test('changes together with the audit log, and only if the request changes an entry', async () => {
      const store = await opened(open);
      expect(await allow(store, [a])).toBe(false);
      expect(await put(store, [a])).toBe(true);
      expect(await put(store, [a])).toBe(false);
      expect(await put(store, [])).toBe(false);
      expect(await put(store, [a, b])).toBe(true);
      expect(await allow(store, [a, b])).toBe(true);
      const actions = (await loggedIn(store)).map(({ event }) => event.action);
      expect(actions).toEqual(['opted-in', 'opted-out', 'opted-out']);
    });

    test('asks for messages about exactly the hashes that the call removes', async () => {
      const store = await opened(open);
      await put(store, [a, b]);
      const told: (readonly string[])[] = [];
      const remove = (hashes: string[]) => {
        let last: readonly string[] = [];
        const entry = anEntry({ action: 'opted-in', submission: null });
        return store
          .allowContact(hashes, entry, (removed) => {
            last = removed;
            return [];
          })
          .then((wasOn) => wasOn && told.push(last));
      };
      // The second commit conflicts with the first, so it reads the list again.
      await Promise.all([remove([a, c]), remove([a, b])]);
      expect(told.flat().toSorted()).toEqual([a, b]);
      expect(await onList(store, a, b)).toEqual([]);
    });

    test('gets one entry when several calls ask for the same at the same time', async () => {
      const store = await opened(open);
      const results = await Promise.all([1, 2, 3].map(() => put(store, [a, b])));
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await loggedIn(store)).toHaveLength(1);
    });

    test('has the time of the last request, without another entry', async () => {
      const store = await opened(open);
      await put(store, [a], second(5));
      for (const [later, known] of [
        [second(9), second(9)],
        [second(7), second(9)],
      ] as const) {
        expect(await put(store, [a], later)).toBe(false);
        expect((await store.optOuts([a])).found).toMatchObject([{ at: known, how: 'admin' }]);
      }
      expect(await loggedIn(store)).toHaveLength(1);
    });

    test('gets the fingerprint of its key with the first opt-out, and keeps it', async () => {
      const store = await opened(open);
      expect(await store.optOutList()).toEqual({ isEmpty: true, fingerprint: undefined });
      await put(store, [a]);
      expect(await store.optOutList()).toEqual({ isEmpty: false, fingerprint });
      expect(await store.optOuts([c])).toEqual({ found: [], fingerprint });
      await allow(store, [a]);
      expect(await store.optOutList()).toEqual({ isEmpty: true, fingerprint });
    });

    test('is read for an export', async () => {
      const store = await opened(open);
      await put(store, [c, a]);
      await put(store, [b]);
      const found = (await Array.fromAsync(store.all('opt_outs', 2))).flat();
      expect(found).toEqual([a, b, c].map((hash) => ({ kind: 'opt-out', hash, at, how: 'admin' })));
    });

    test('has held leads, which are counted and wait for a decision like others', async () => {
      const held = (reasons: string[], created_at: string) =>
        aRecord({ created_at, delivery: { state: 'held', reasons } });
      const store = await openedWith(
        open,
        held([askedToStop], second(0)),
        held([askedToStop, 'honeypot'], second(1)),
        held(['honeypot'], second(2)),
      );
      expect(await store.counts()).toMatchObject({ held: 3, waiting: 0 });
      expect(await store.heldSince()).toBe(second(0));
      const { records } = await store.page({ filter: { delivery: 'held' }, limit: 9 });
      expect(records).toHaveLength(3);
    });
  });

  test('a person’s leads are found by their address and by each of their numbers', async () => {
    const store = await openedWith(
      open,
      aRecord({ id: 'both', email: 'a@a.example', phone: '713 555 0142 / (832) 555-0107' }),
      aRecord({ id: 'second', email: 'b@a.example', phone: '+1 832.555.0107 ext. 4' }),
      aRecord({ id: 'other', email: 'c@a.example', phone: '(713) 555-0143' }),
    );
    const of = async (person: Person, limit = 9) =>
      (await store.leadsOf(person, limit)).map(({ id }) => id).toSorted();
    expect(await of({ email: ' A@a.example' })).toEqual(['both']);
    expect(await of({ phone: '8325550107' })).toEqual(['both', 'second']);
    expect(await of({ email: 'b@a.example', phone: '7135550142' })).toEqual(['both', 'second']);
    expect(await of({ phone: '281 555 0100 or 713-555-0142' })).toEqual(['both']);
    expect(await of({ phone: '8325550107' }, 1)).toHaveLength(1);
    expect(await of({})).toEqual([]);
    const change = { phone: '(713) 555-0143' };
    await store.change('second', (it) => ({ ...it, ...change }));
    expect(await of({ phone: '8325550107' })).toEqual(['both']);
    await store.erase(['both'], at);
    expect(await of({ email: 'a@a.example', phone: '8325550107' })).toEqual([]);
    expect(await of(change)).toEqual(['other', 'second']);
  });

  describe('a role', () => {
    test('belongs to one user from grant to revocation, and may be granted again', async () => {
      const store = await opened(open);
      const has = (user: string, role = 'admin') => store.hasRole(user, role);
      await store.revokeRole('dana', 'admin');
      expect(await has('dana')).toBe(false);
      for (const user of ['dana', 'dana', 'lee']) await store.grantRole(user, 'admin');
      await store.revokeRole('dana', 'editor');
      expect(await has('dana')).toBe(true);
      for (const user of ['dan', 'Dana', '', '..', 'a/b', '__dana', 'x'.repeat(2000)])
        expect(await has(user), user).toBe(false);
      expect([await has('dana', 'editor'), await has('', 'dana_admin')]).toEqual([false, false]);
      await store.revokeRole('dana', 'admin');
      expect([await has('dana'), await has('lee')]).toEqual([false, true]);
      expect((await Array.fromAsync(store.all('user_roles'))).flat()).toHaveLength(1);
      await store.grantRole('dana', 'admin');
      expect(await has('dana')).toBe(true);
      for (const id of ['a/b', 'x'.repeat(2000)]) {
        await expect(store.grantRole(id, 'admin')).rejects.toThrow('No user can have this id');
        await store.revokeRole(id, 'admin');
      }
    });

    test('is granted and revoked with an entry in the audit log, if that changes anything', async () => {
      const store = await opened(open);
      const granted = anEntry({ action: 'granted', user: 'dana' });
      const revoked = anEntry({ action: 'revoked', user: 'dana' });
      expect(await store.revokeRole('dana', 'admin', revoked)).toBe(false);
      expect(await store.grantRole('dana', 'admin', undefined, granted)).toBe(true);
      expect(await store.grantRole('dana', 'admin', undefined, anEntry())).toBe(false);
      expect(await store.revokeRole('dana', 'admin', revoked)).toBe(true);
      expect(await loggedIn(store)).toEqual([revoked, granted]);
    });

    test('is bound to one address, if it was granted to an address', async () => {
      const store = await opened(open);
      await store.grantRole('dana', 'admin', 'Dana@example.com ');
      const has = (email?: string) => store.hasRole('dana', 'admin', email);
      expect([await has(), await has('dana@EXAMPLE.com')]).toEqual([true, true]);
      expect([await has('mallory@example.com'), await has('')]).toEqual([false, false]);
      await store.grantRole('lee', 'admin');
      expect(await store.hasRole('lee', 'admin', 'any@example.com')).toBe(true);
    });
  });
}
