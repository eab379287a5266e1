import { openSqlite } from '../../functions/store/sqlite/engine.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import { aRecord, second } from '../../tests/support/builders/record.ts';

export type Inbox = Awaited<ReturnType<typeof seeded>>;

const trades = ['roofing', 'hvac', 'plumbing', 'tree-service'];
/** Number of the newest leads that have no answer. It doesn't depend on the size of the store. */
const waiting = 500;
const names = ['Dana Roe', 'Sam Peña', 'Łukasz Nowak', 'Mei Tanaka', 'Ada Okafor'];

export async function seeded(
  folder: string,
  count: number,
  deliveryOf: (at: string) => Delivery = (at) => ({ state: 'delivered', at }),
) {
  const store = openSqlite(folder, console.log);
  const leads = Array.from({ length: count }, (_, i) =>
    aRecord({
      created_at: second(i),
      name: String(names[i % names.length]),
      email: `owner${i}@example.com`,
      phone: `(713) 555-${String(i % 10_000).padStart(4, '0')}`,
      company: `Company${i} Services`,
      industry: String(trades[i % trades.length]),
      delivery: deliveryOf(second(i)),
      answered: i < count - waiting ? { at: second(i), by: 'Sam' } : null,
    }),
  );
  await store.add(
    'submissions',
    leads.map((submission) => ({ kind: 'submission', submission })),
  );
  const { created_at: time = '', id = '' } = leads[Math.floor(count / 10)] ?? {};
  /** A cursor after nine tenths of the list. */
  const deep = { time, id };
  return { store, deep };
}
