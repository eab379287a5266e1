import { readingPaths } from '../../tests/support/routes.ts';
import { budgets } from './budgets.ts';
import { inKb } from './table.ts';
import type { Weight } from './weigh.ts';

/** One sentence for each budget that a page goes over, with the page and by how much. */
export function overBudget(weight: Weight): string[] {
  const { path, executed } = weight;
  const over: string[] = [];
  const limit = (what: string, actual: number, allowed: number) => {
    if (actual > allowed)
      over.push(`${path}: ${what} is ${inKb(actual)} KB, ${actual - allowed} bytes over budget.`);
  };

  limit('HTML with its styles', weight.html, budgets.html);
  for (const font of weight.fonts) limit('a font', font, budgets.font);
  if (weight.fonts.length > budgets.fontFiles)
    over.push(
      `${path}: loads ${weight.fonts.length} fonts, and the budget is ${budgets.fontFiles}.`,
    );
  if (path === '/') limit('the first visit', weight.total, budgets.homeTotal);
  if (readingPaths.some((it) => it === path)) {
    limit('script from files', executed.files, 0);
    limit('script in the page', executed.inline, budgets.inlineScript);
  }
  const script = budgets.script[path];
  if (script) {
    limit('script before scrolling', weight.script.untouched, script.untouched);
    limit('script after scrolling to the end', weight.script.scrolled, script.scrolled);
  }
  if (weight.layoutShift > budgets.layoutShift)
    over.push(`${path}: the layout shifts by ${weight.layoutShift}, and the budget is 0.`);
  return over;
}
