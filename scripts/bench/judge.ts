import { missed, printed, printedBudget, type Measured } from './format.ts';

/** One sentence for each figure that misses its budget. */
export const failures = (figures: Measured[]): string[] =>
  figures.filter(missed).map((it) => {
    const where = it.at ? ` on ${it.at}` : '';
    return `${it.name}: ${printed(it, it.value)}${where}, and the budget is ${printedBudget(it)}.`;
  });
