import { describe, expect, test } from 'vitest';
import { earlierKept, type Delivery, type Earlier } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const ann = { email: 'ann@lopez.example', phone: '(713) 555-0142' };
const bob = { email: 'bob@lopez.example', phone: '713-555-0143' };
const at = (count: number) => ({ created_at: second(count) });
const mark = (id: string, count: number, by: Earlier['by'] = 'both'): Earlier => ({
  id,
  at: second(count),
  by,
});

export function earlierContract(open: Open): void {
  describe('the earlier requests of a person', () => {
    test('are found by e-mail and by phone, in any notation', async () => {
      const store = await openedWith(open, aRecord({ ...ann, id: 'first', ...at(1) }));
      const add = async (id: string, count: number, typed: object) => {
        const lead = { ...aRecord({ ...ann, id, ...at(count) }), ...typed };
        await store.create({ ...lead, earlier: await store.earlierOf(lead) });
      };
      await add('by-email', 2, { email: ' Ann@Lopez.example', phone: '555-9999' });
      await add('by-phone', 3, { email: 'ann@home.example', phone: '+1 713.555.0142' });
      expect(await store.earlierOf(ann)).toEqual([
        mark('first', 1),
        mark('by-email', 2, 'email'),
        mark('by-phone', 3, 'phone'),
      ]);
    });

    test('are found by each of two numbers', async () => {
      const store = await openedWith(
        open,
        aRecord({ ...ann, id: 'office', email: 'a@a.example', ...at(1) }),
        aRecord({ ...bob, id: 'cell', email: 'b@a.example', ...at(2) }),
      );
      const both = { email: 'c@a.example', phone: `${ann.phone} / ${bob.phone}` };
      const found = [mark('office', 1, 'phone'), mark('cell', 2, 'phone')];
      expect(await store.earlierOf(both)).toEqual(found);
      await store.create(aRecord({ ...both, id: 'both', earlier: found, ...at(3) }));
      expect(await store.earlierOf(both)).toEqual([...found, mark('both', 3)]);
    });

    test('are the latest ones, if there are many', async () => {
      const all = Array.from({ length: earlierKept }, (_, i) => mark(`${i}`, i));
      const last = aRecord({ ...ann, id: 'last', ...at(99), earlier: all });
      const store = await openedWith(open, last);
      expect(await store.earlierOf(ann)).toEqual([...all.slice(1), mark('last', 99)]);
      expect(await store.earlierOf({ ...bob, email: ann.email })).toMatchObject(
        [...all.slice(1), last].map(({ id }) => ({ id, by: 'email' })),
      );
    });

    test('exclude the requests of a colleague, and of a person without a real number', async () => {
      const shared = { ...bob, phone: ann.phone, ...at(2), earlier: [mark('own', 1, 'phone')] };
      const store = await openedWith(
        open,
        aRecord({ ...ann, id: 'own', company: 'Lopez', ...at(1) }),
        aRecord({ ...shared, id: 'shared' }),
        aRecord({ ...ann, email: 'x@y.example', phone: '000' }),
      );
      expect(await store.earlierOf(bob)).toEqual([mark('shared', 2, 'email')]);
      expect(await store.earlierOf({ email: 'z@y.example', phone: '000' })).toEqual([]);
    });

    test('include held and archived leads', async () => {
      const delivery: Delivery = { state: 'held', reasons: [] };
      const spam = aRecord({ ...ann, id: 'spam', delivery, archived: true, ...at(1) });
      const store = await openedWith(open, spam);
      expect(await store.earlierOf(ann)).toEqual([mark('spam', 1)]);
    });

    test('disappear from the marks of later leads when erased, and change no other field', async () => {
      const others = Array.from({ length: 39 }, (_, i) => `other-${i}`);
      const marked = aRecord({
        ...ann,
        id: 'c',
        ...at(3),
        earlier: [mark('other-38', 0), mark('a', 1), mark('b', 2)],
      });
      const store = await openedWith(
        open,
        ...others.map((id) => aRecord({ ...ann, id })),
        aRecord({ ...ann, id: 'a', ...at(1) }),
        aRecord({ ...ann, id: 'b', ...at(2), earlier: [mark('a', 1)] }),
        marked,
      );
      await store.erase(['a', ...others], second(9));
      expect(await store.get('c')).toEqual({ ...marked, earlier: [mark('b', 2)] });
      expect(await store.get('b')).toMatchObject({ earlier: [] });
      await store.erase(['b', 'c'], second(9));
      expect(await store.tombstone('c')).toBeDefined();
    });
  });
}
