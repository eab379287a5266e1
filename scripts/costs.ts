/** `npm run costs`: the tables of docs/costs.md, from what is counted and what is assumed. */
import { monthTable, operationsTable } from './costs/tables.ts';

console.log(`${operationsTable()}\n\n${monthTable()}`);
