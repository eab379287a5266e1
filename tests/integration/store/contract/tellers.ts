import { expect, test } from 'vitest';
import { newTeller } from '../../../../functions/delivery/teller.ts';
import { trialLead } from '../../../../functions/delivery/trial.ts';
import type { Store } from '../../../../functions/store/port.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, type Open } from './opened.ts';

export function tellersContract(open: Open): void {
  test('a new lead is told to one of many who ask at once, and a released one once more', async () => {
    const name = `t-${crypto.randomUUID()}`;
    const [one, two] = [await opened(open, name), await opened(open, name)];
    const at = second(3);
    expect(await one.create(aRecord({ id: 'a', created_at: second(1) }), true)).toBe(true);
    expect(await two.create(aRecord({ id: 'a' }), true)).toBe(false);
    await one.create(trialLead('t', second(2), { state: 'off' }), true);
    await one.create(aRecord({ id: 'no news' }));
    const take = (store: Store) =>
      store.changeTellers(async (tellers, untold) => {
        const leads = await untold();
        return leads.length > 0 ? [...tellers, { ...newTeller, leads }] : undefined;
      });
    await Promise.all([one, two, one, two].map(take));
    const told = [
      { id: 'a', at: second(1) },
      { id: 't', at: second(2), test: true },
    ];
    expect(await one.changeTellers((it) => Promise.resolve([...it]))).toEqual([
      { ...newTeller, leads: told },
    ]);
    for (let i = 0; i < 2; i++) await two.change('a', (it) => ({ ...it, tries: i }), at);
    expect(await take(two)).toMatchObject([{ leads: told }, { leads: [{ id: 'a', at }] }]);
  });
}
