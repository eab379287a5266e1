/** `npm run costs`: the tables of the README's costs, from what is counted and what is assumed. */
import { monthTable, operationsTable } from './costs/tables.ts';

console.log(`${operationsTable()}\n\n${monthTable()}`);
