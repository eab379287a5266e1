import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/shared/follow-up.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const by = 'Ada';
const lead = (id: string, outcome: Outcome | null) => aRecord({ id, outcome });
const won = (id: string, at: number) => lead(id, { state: 'won', at: second(at), by });

export function wonContract(open: Open): void {
  describe('the leads that were won in a period', () => {
    test('come from the earliest on, by the time of the win, as they are stored', async () => {
      const last = { ...won('last', 9), gpc: true, offered: { google: second(9) } };
      const store = await openedWith(
        open,
        last,
        won('too-late', 10),
        won('too-early', 0),
        won('first', 1),
        { ...won('trial', 5), test: true },
        lead('talking', { state: 'talking', at: second(5), by }),
        lead('open', null),
      );
      const found = await store.won(second(1), second(10));
      expect(found.map(({ id }) => id)).toEqual(['first', 'last']);
      expect(found[1]).toEqual(last);
    });

    test('have none whose outcome became another one, or that was erased', async () => {
      const ids = ['open', 'lost', 'erased'];
      const store = await openedWith(open, ...ids.map((id) => won(id, 1)));
      const lost: Outcome = { state: 'lost', reason: 'price', at: second(2), by };
      await store.change('open', (it) => ({ ...it, outcome: null }));
      await store.change('lost', (it) => ({ ...it, outcome: lost }));
      await store.erase(['erased'], second(2));
      expect(await store.won(second(0), second(9))).toEqual([]);
    });

    test('are marked together, without those that are erased, declined or not there', async () => {
      const ids = ['one', 'other', 'declined', 'erased'];
      const store = await openedWith(open, ...ids.map((id) => won(id, 1)));
      await store.erase(['erased'], second(2));
      const marked = await store.mark([...ids, 'none'], ({ id }) =>
        id === 'declined' ? undefined : { offered: { google: second(3) } },
      );
      expect(marked.toSorted()).toEqual(['one', 'other']);
      const stored = await store.won(second(0), second(9));
      expect(stored.map(({ id, offered }) => [id, offered?.google])).toEqual([
        ['declined', undefined],
        ['one', second(3)],
        ['other', second(3)],
      ]);
    });
  });
}
