/** `npm run costs`: prints the tables of docs/costs.md, from counted operations and assumptions. */
import { monthTable, operationsTable } from './costs/tables.ts';

console.log(`${operationsTable()}\n\n${monthTable()}`);
