/** How often a report reads a lead. */
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../functions/store/engine.ts';
import { sqliteEngine } from '../../../functions/store/sqlite/engine.ts';
import { prepareSchema } from '../../../functions/store/sqlite/schema.ts';
import { storeOn } from '../../../functions/store/store.ts';
import { reportBy } from '../../../src/shared/report-schema.ts';
import { aRecord } from '../../support/builders/record.ts';

const month = '2026-11';
const lead = (id: string) => aRecord({ id, created_at: `${month}-03T16:00:00.000Z` });

/** A store with two leads. `afterScan` runs after each query for leads, and `scans` has the queries. */
async function twoLeads(afterScan: (what: string) => Promise<unknown> = () => Promise.resolve()) {
  const database = new DatabaseSync(':memory:');
  prepareSchema(database);
  const engine = sqliteEngine(database);
  const scans: string[] = [];
  const watched: Engine = {
    ...engine,
    async scan(wanted, ...rest) {
      const found = await engine.scan(wanted, ...rest);
      scans.push(wanted.what);
      await afterScan(wanted.what);
      return found;
    },
  };
  const store = storeOn(watched, console.log);
  onTestFinished(() => store.close());
  for (const id of ['a', 'b']) await store.create(lead(id));
  return { store, scans };
}

test('a lead that is erased while a report counts it counts once', async () => {
  const { store } = await twoLeads(async (what) => {
    if (what === 'came') await store.erase(['a'], '2026-11-04T16:00:00.000Z');
  });
  expect((await store.report(month, 'source')).total.leads).toBe(2);
  expect(await store.tombstone('a')).toBeDefined();
});

test('a report with other rows reads no lead again, unless a lead or the month has changed', async () => {
  const { store, scans } = await twoLeads();
  for (const by of reportBy) expect((await store.report(month, by)).total.leads).toBe(2);
  expect(scans).toEqual(['came', 'buried']);
  await store.changeSpent(month, () => [{ campaign: 'zoo', dollars: 3 }]);
  expect((await store.report(month, 'campaign')).total.spent).toBe(3);
  expect(scans).toHaveLength(2);

  await store.create(lead('c'));
  expect((await store.report(month, 'source')).total.leads).toBe(3);
  expect((await store.report('2026-10', 'source')).total.leads).toBe(0);
  expect(scans).toHaveLength(6);
});
