import { describe, expect, test } from 'vitest';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import { newCanary, newWatch, type Watch } from '../../../../functions/store/watch-state.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const notice = (to: number) => ({
  id: `to ${to}`,
  to,
  text: 'Something is wrong.',
  tries: 0,
  next_attempt_at: second(0),
  error: null,
});

export function watchContract(open: Open): void {
  describe('what the site knows about its own troubles', () => {
    test('is nothing at first, and then what was stored last', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const store = await opened(open, name);
      expect(await store.watch()).toEqual(newWatch);
      const watch: Watch = {
        looked_at: second(60),
        looked_before: null,
        canary: { ...newCanary, nonces: ['x'], failures: 1 },
        incidents: [
          { kind: 'held', what: 'x', since: second(1), raised_at: second(2), reminders: 1 },
        ],
        notices: [notice(0)],
      };
      expect(await store.changeWatch(() => watch)).toEqual(watch);
      expect(await store.changeWatch(() => undefined)).toBeUndefined();
      expect(await (await opened(open, name)).watch()).toEqual(watch);
      await store.changeWatch(() => newWatch);
      expect(await store.watch()).toEqual(newWatch);
    });

    test('loses nothing when many change it at once', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, two] = [await opened(open, name), await opened(open, name)];
      const add = (to: number) =>
        (to % 2 ? one : two).changeWatch((it) => ({ ...it, notices: [...it.notices, notice(to)] }));
      await Promise.all([0, 1, 2, 3, 4, 5].map(add));
      const { notices } = await one.watch();
      expect(notices.map(({ to }) => to).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    });
  });

  describe('a watch reads', () => {
    const at = second(9);
    const delivered = { state: 'delivered', at } as const;
    const store = () =>
      openedWith(
        open,
        aRecord({ id: 'new', created_at: second(5), answered: null, delivery: delivered }),
        aRecord({ id: 'old', created_at: second(2), answered: null }),
        aRecord({ id: 'lost', created_at: second(1), delivery: { state: 'failed', at } }),
        aRecord({
          id: 'spam',
          created_at: second(0),
          answered: null,
          delivery: { state: 'held', reasons: [] },
        }),
        { ...trialLead('t', second(9), delivered), answered: null },
        {
          ...trialLead('u', second(-9), { state: 'pending', next_attempt_at: at }),
          answered: null,
        },
      );

    test('since when the lead that has waited longest has waited', async () => {
      const it = await store();
      expect(await it.waitingSince()).toBe(second(2));
      await it.change('old', (lead) => ({ ...lead, archived: true }));
      expect(await it.waitingSince()).toBe(second(5));
      await it.change('new', (lead) => ({ ...lead, answered: { at, by: 'Ada' } }));
      expect(await it.waitingSince()).toBeUndefined();
    });

    test('the leads that the webhook should have, as many as asked for', async () => {
      const it = await store();
      const ids = async (limit: number) => (await it.undelivered(limit)).map(({ id }) => id);
      expect(await ids(9)).toEqual(['lost', 'old']);
      expect(await ids(1)).toEqual(['lost']);
    });

    test('when leads came, whatever became of them, except trial leads', async () => {
      const it = await store();
      expect(await it.arrivals('', 1)).toEqual([second(5)]);
      expect(await it.arrivals('', 9)).toEqual([second(5), second(2), second(1), second(0)]);
      expect(await it.arrivals(second(1), 9)).toEqual([second(5), second(2), second(1)]);
      expect(await it.arrivals(second(6), 9)).toEqual([]);
      await it.erase(['new'], at);
      expect(await it.arrivals('', 1)).toEqual([second(2)]);
    });
  });
}
