import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import type { Delivery, Earlier } from '../../../../src/shared/submission.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const ann = { email: 'ann@lopez.example', phone: '(713) 555-0142' };
const bob = { email: 'bob@lopez.example', phone: '713-555-0143' };
const at = (count: number) => ({ created_at: second(count) });
const mark = (id: string, count: number): Earlier => ({ id, at: second(count), by: 'both' });

export function earlierContract(open: Open): void {
  describe('the earlier requests of a person', () => {
    test('are found from the newest with the same e-mail, and with the same phone', async () => {
      const store = await openedWith(
        open,
        aRecord({ ...ann, id: 'first', ...at(1) }),
        aRecord({ ...ann, id: 'by-email', ...at(2), email: ' Ann@Lopez.example', phone: '1' }),
        aRecord({ ...bob, id: 'by-phone', ...at(3), phone: '+1 713.555.0142' }),
      );
      const { byEmail, byPhone } = await store.latestOf(ann);
      expect([byEmail?.id, byPhone?.id]).toEqual(['by-email', 'by-phone']);
    });

    test('leave out those of a colleague, and of somebody without a real number', async () => {
      const store = await openedWith(
        open,
        aRecord({ ...ann, company: 'Lopez' }),
        aRecord({ ...ann, email: 'x@y.example', phone: '000' }),
      );
      expect(await store.latestOf(bob)).toEqual({ byEmail: undefined, byPhone: undefined });
      expect((await store.latestOf({ ...bob, phone: '000' })).byPhone).toBeUndefined();
    });

    test('have no trial lead, but do have one that is held or archived', async () => {
      const trial = { ...trialLead('trial', second(9), { state: 'off' }), ...ann };
      const delivery: Delivery = { state: 'held', reasons: [] };
      const spam = aRecord({ ...ann, id: 'spam', delivery, archived: true });
      const store = await openedWith(open, spam, trial);
      const { byEmail, byPhone } = await store.latestOf(ann);
      expect([byEmail?.id, byPhone?.id]).toEqual(['spam', 'spam']);
    });

    test('disappear from the marks of later leads when erased, and change nothing else', async () => {
      const earlier = [mark('a', 1), mark('b', 2)];
      const marked = aRecord({ ...ann, id: 'c', ...at(3), earlier });
      const store = await openedWith(
        open,
        aRecord({ ...ann, id: 'a', ...at(1) }),
        aRecord({ ...ann, id: 'b', ...at(2), earlier: [mark('a', 1)] }),
        marked,
      );
      await store.erase(['a'], second(9));
      expect(await store.get('c')).toEqual({ ...marked, earlier: [mark('b', 2)] });
      expect(await store.get('b')).toMatchObject({ earlier: [] });
      await store.erase(['b', 'c'], second(9));
      expect(await store.tombstone('c')).toBeDefined();
    });

    test('disappear from the marks of later leads, however many are erased at once', async () => {
      const ids = Array.from({ length: 40 }, (_, i) => `lead-${i}`);
      const earlier = [mark('lead-1', 1), mark('lead-39', 2)];
      const store = await openedWith(
        open,
        ...ids.map((id) => aRecord({ ...ann, id })),
        aRecord({ ...ann, id: 'last', earlier }),
      );
      await store.erase(ids, second(9));
      expect(await store.get('last')).toMatchObject({ earlier: [] });
    });
  });
}
