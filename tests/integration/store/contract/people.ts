import { describe, expect, test } from 'vitest';
import { doNotContact } from '../../../../src/shared/submission.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { anEntry, loggedIn } from '../../../support/builders/audit.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const [a, b, c] = ['a', 'b', 'c'].map((it) => it.repeat(64)) as [string, string, string];
const at = second(0);
const mark = 'd'.repeat(64);

/** Somebody's request. The entry's id is their name and a number. */
function set(store: Store, hashes: string[], { on = true, by = 'ada', undo = '' } = {}) {
  const event = { action: on ? 'opted-out' : 'opted-in', submission: null } as const;
  const asked = [{ entry: `${by} ${hashes.length}`, by }];
  return store.setOptOut(
    on ? { hashes, on, at, asked, mark } : { hashes, on, undo: undo === '' ? undefined : undo },
    anEntry(event),
  );
}

const onList = async (store: Store, ...hashes: string[]) =>
  (await store.optOuts(hashes)).found.toSorted();

export function peopleContract(open: Open): void {
  describe('the do-not-contact list', () => {
    test('has the hashes that were put on it, until they are taken off', async () => {
      const store = await opened(open);
      expect(await onList(store, a, b)).toEqual([]);
      await set(store, [a, b]);
      expect(await onList(store, a)).toEqual([a]);
      expect(await onList(store, c, b)).toEqual([b]);
      const many = Array.from({ length: 40 }, (_, i) => `${i}`.padStart(64, 'c'));
      expect(await onList(store, ...many, b)).toEqual([b]);
      expect(await onList(store, c)).toEqual([]);
      expect(await onList(store)).toEqual([]);
      expect(await set(store, [b, c], { on: false })).toEqual([b]);
      expect(await onList(store, a, b, c)).toEqual([a]);
    });

    test('changes together with the audit log, and only if there is something to change', async () => {
      const store = await opened(open);
      expect(await set(store, [a], { on: false })).toBeUndefined();
      expect(await set(store, [a])).toEqual([a]);
      expect(await set(store, [a])).toBeUndefined();
      expect(await set(store, [])).toBeUndefined();
      expect(await set(store, [a, b])).toEqual([b]);
      expect(await set(store, [a, b], { on: false })).toEqual([a, b]);
      const actions = (await loggedIn(store)).map(({ event }) => event.action);
      expect(actions).toEqual(['opted-in', 'opted-out', 'opted-out']);
    });

    test('gets one entry when somebody asks for the same several times at once', async () => {
      const store = await opened(open);
      const entries = await Promise.all([1, 2, 3].map(() => set(store, [a, b])));
      expect(entries.filter((it) => it !== undefined)).toHaveLength(1);
      expect(await loggedIn(store)).toHaveLength(1);
    });

    test('has a hash as long as anybody who asked for it has not taken that back', async () => {
      const store = await opened(open);
      await set(store, [a]);
      expect(await set(store, [a, b], { by: 'bob' })).toEqual([b]);
      expect(await set(store, [a])).toBeUndefined();
      expect(await set(store, [a, b], { on: false, undo: 'ada 1' })).toEqual([]);
      expect(await onList(store, a, b)).toEqual([a, b]);
      expect(await set(store, [a, b], { on: false, undo: 'ada 1' })).toBeUndefined();
      await set(store, [a, b], { on: false, undo: 'bob 2' });
      expect(await onList(store, a, b)).toEqual([]);
    });

    test('keeps the mark of its key, which is no opt-out', async () => {
      const store = await opened(open);
      expect(await store.optOutList()).toEqual({ isEmpty: true, mark: undefined });
      await store.markOptOuts(mark);
      expect(await store.optOutList()).toEqual({ isEmpty: true, mark });
      await set(store, [a]);
      expect(await store.optOutList()).toEqual({ isEmpty: false, mark });
      expect(await store.optOuts([c])).toEqual({ found: [], mark });
      await set(store, [a], { on: false });
      expect(await store.optOutList()).toEqual({ isEmpty: true, mark });
    });

    test('without a mark gets one from the next opt-out, and only lifting ends those of nobody', async () => {
      const store = await opened(open);
      await store.setOptOut({ hashes: [a], on: true, at, asked: [], mark: undefined }, anEntry());
      expect(await store.optOutList()).toEqual({ isEmpty: false, mark: undefined });
      expect(await set(store, [a])).toBeUndefined();
      expect(await set(store, [a], { on: false, undo: 'ada 1' })).toBeUndefined();
      await set(store, [b]);
      expect(await store.optOutList()).toEqual({ isEmpty: false, mark });
      expect(await set(store, [a], { on: false })).toEqual([a]);
    });

    test('is read for an export', async () => {
      const store = await opened(open);
      await set(store, [c, a]);
      await set(store, [b]);
      const found = (await Array.fromAsync(store.all('opt_outs', 2))).flat();
      const entries = ['ada 2', 'ada 1', 'ada 2'];
      expect(found).toEqual(
        [a, b, c].map((hash, i) => {
          return {
            kind: 'opt-out',
            hash,
            at,
            key: mark,
            asked: [{ entry: entries[i], by: 'ada' }],
          };
        }),
      );
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
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 0 });
      expect(await store.heldSince()).toBe(second(2));
      const { records } = await store.page({ filter: { delivery: 'held' }, limit: 9 });
      expect(records).toHaveLength(3);
    });
  });

  test('a notice is stored once, and a damaged one hides no other', async () => {
    const store = await opened(open);
    const it = { ...aRecord(), kind: 'notice', type: 'opted-out', at } as const;
    expect([await store.keepNotice(it), await store.keepNotice(it)]).toEqual(['added', 'same']);
    await store.keepNotice({ ...it, id: 'damaged', type: 'other' as 'erased' });
    expect(await store.notices('at', at, 9)).toMatchObject([{ id: it.id }]);
    for (const id of ['none', 'damaged'])
      expect(await store.changeNotice(id, () => it)).toBeUndefined();
    expect(await store.changeNotice(it.id, () => undefined)).toBeUndefined();
  });

  describe('a role', () => {
    test('is one user’s from when it is granted until it is revoked, and may be granted again', async () => {
      const store = await opened(open);
      const has = (user: string, role = 'admin') => store.hasRole(user, role);
      await store.revokeRole('dana', 'admin');
      expect(await has('dana')).toBe(false);
      for (const user of ['dana', 'dana', 'lee']) await store.grantRole(user, 'admin');
      await store.revokeRole('dana', 'editor');
      expect(await has('dana')).toBe(true);
      for (const it of ['dan', 'Dana', '', '..', 'a/b', '__dana', 'x'.repeat(2000)])
        expect(await has(it), it).toBe(false);
      expect([await has('dana', 'editor'), await has('', 'dana_admin')]).toEqual([false, false]);
      await store.revokeRole('dana', 'admin');
      expect([await has('dana'), await has('lee')]).toEqual([false, true]);
      expect((await Array.fromAsync(store.all('user_roles'))).flat()).toHaveLength(1);
      await store.grantRole('dana', 'admin');
      expect(await has('dana')).toBe(true);
      for (const it of ['a/b', 'x'.repeat(2000)]) {
        await expect(store.grantRole(it, 'admin')).rejects.toThrow('No user can have this id');
        await store.revokeRole(it, 'admin');
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

    test('belongs to one address, if it was granted to one', async () => {
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
