import { mostInMonth, timesOf } from '../../src/shared/report-schema.ts';
import { entryWrites } from './audit.ts';
import { readSpent } from './collections.ts';
import { committed, put, type Engine } from './engine.ts';
import { countMonth, reportOf } from './figures.ts';
import type { Store } from './port.ts';

export function reporting(engine: Engine): Pick<Store, 'spent' | 'changeSpent' | 'report'> {
  const find = async (month: string) => (await engine.find('spent', [month]))[0];
  const spent = async (month: string) => readSpent(month, (await find(month))?.value);
  const changeSpent: Store['changeSpent'] = (month, decide, entry) =>
    committed(engine, async () => {
      const found = await find(month);
      const campaigns = decide(readSpent(month, found?.value));
      if (!campaigns) return { result: campaigns, writes: [] };
      const write = put('spent', month, { month, campaigns }, found);
      return { result: campaigns, writes: [...entryWrites(entry), write] };
    });

  /** Leads and tombstones of the month, each lead once. One more than the limit shows that there are too many. */
  const cameIn = async (month: string): Promise<unknown[]> => {
    const [from, to] = timesOf(month);
    const first = `${month}-01`;
    const most = mostInMonth + 1;
    // In this order, a lead that is erased between the two reads is found twice, and never missed.
    const leads = await engine.scan({ what: 'came', from, to }, undefined, most);
    const tombstones = await engine.scan(
      { what: 'buried', first, last: `${month}-31` },
      undefined,
      most,
    );
    return [...new Map([...leads, ...tombstones].map(({ id, value }) => [id, value])).values()];
  };

  let last: { change: string; counted: ReturnType<typeof countMonth> } | undefined;

  /** Grouping the same month differently reuses the counts, unless a lead has changed. */
  const countedIn = async (month: string) => {
    const change = await engine.lastChange();
    if (last?.counted.month !== month || last.change !== change)
      last = { change, counted: countMonth(month, await cameIn(month)) };
    return last.counted;
  };

  return {
    spent,

    async report(month, by) {
      const [counted, costs] = await Promise.all([countedIn(month), spent(month)]);
      return reportOf(counted, by, costs);
    },

    changeSpent,
  };
}
