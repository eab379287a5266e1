/** `npm run costs`: prints the tables of docs/costs.md, from counted operations and assumptions. */
import { table } from './bench/format.ts';
import { monthOf } from './costs/month.ts';
import { noArguments } from './command.ts';
import { canaryVisit, operations } from './costs/operations.ts';

const count = (number: number): string => Math.round(number).toLocaleString('en-US');
const dollars = (number: number): string => `$${number.toFixed(2)}`;

/** The table of single operations in docs/costs.md. */
export const operationsTable = (): string =>
  table(
    ['Firestore bills for', 'reads', 'writes', 'deletes'],
    Object.entries({ ...operations, 'a visit by the canary': canaryVisit }).map(
      ([name, { reads, writes, deletes }]) => [name, count(reads), count(writes), count(deletes)],
    ),
  );

/** The table of monthly costs in docs/costs.md. */
export function monthTable(): string {
  const leads = [100, 100_000];
  const months = leads.map(monthOf);
  const row = (name: string, cell: (month: ReturnType<typeof monthOf>) => string) => [
    name,
    ...months.map(cell),
  ];
  return table(
    ['in a month', ...leads.map((it) => `${count(it)} leads`)],
    [
      row('calls of functions', (it) => count(it.calls)),
      row('documents read', (it) => count(it.reads)),
      row('of these on a working day', (it) => count(it.readsOnAWorkingDay)),
      row('documents written', (it) => count(it.writes)),
      row('documents deleted', (it) => count(it.deletes)),
      row('stored after a year', (it) => `${it.gibAfterAYear.toFixed(2)} GiB`),
      row('Firestore, after that year', (it) => dollars(it.firestoreDollars)),
      row('Netlify credits', (it) => count(it.credits)),
      row('Netlify', ({ plan, netlifyDollars }) => `${plan}, ${dollars(netlifyDollars)}`),
    ],
  );
}

if (import.meta.main) {
  noArguments('This command has no options: npm run costs');
  console.log(`${operationsTable()}\n\n${monthTable()}`);
}
