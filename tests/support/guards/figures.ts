import { printedBudget, sizeOf, unitNames, type Measured } from '../../../scripts/bench/format.ts';
import { declared } from '../../../scripts/bench/figures.ts';
import { around, block, measuredCell } from '../../../scripts/bench/figures-page.ts';

const number = /\d[\d,.]*(?<![,.])/;
/** The unit is included, so that a count of 1 doesn't match 1 KB. */
const amounts = new RegExp(`${number.source}(?: (?:${unitNames.join('|')})\\b)?`, 'g');

/** A sentence for each figure that the bench would print differently. */
export function staleFigures(paper: string): string[] {
  const [before, written, after] = around(paper);
  const [, date = '', machine = ''] = /^Measured on (\S*): (.+)\.$/m.exec(written) ?? [];
  const rows = written
    .split('\n')
    .filter((it) => it.startsWith('|'))
    .slice(2)
    .map((it) => it.split('|').map((cell) => cell.trim()))
    .map(([, name = '', value = '', budget = '']) => ({ name, value, budget }));

  const figures = declared.flatMap((figure): Measured[] => {
    const row = rows.find(({ name }) => name === figure.name);
    const [found] = number.exec(row?.value ?? '') ?? [];
    return found ? [{ ...figure, value: Number(found.replaceAll(',', '')) * sizeOf(figure) }] : [];
  });
  const stale = [
    ...(isDate(date) ? [] : [`'${date}' is no date.`]),
    ...rows
      .filter(({ name }) => !declared.some((it) => it.name === name))
      .map(({ name }) => `The bench has no figure '${name}'.`),
    ...declared
      .filter(({ name }) => !figures.some((it) => it.name === name))
      .map(({ name }) => `'${name}' is missing.`),
    ...figures.flatMap((figure) => misprinted(figure, rows)),
    ...unfounded(before + after, rows),
  ];
  if (stale.length === 0 && block(figures, { date, machine }) !== written)
    stale.push('The block is not as the bench writes it.');
  return stale;
}

type Row = Record<'name' | 'value' | 'budget', string>;

function misprinted(figure: Measured, rows: Row[]): string[] {
  const row = rows.find(({ name }) => name === figure.name);
  return [
    [row?.value, measuredCell(figure)],
    [row?.budget, printedBudget(figure)],
  ]
    .filter(([found, wanted]) => found !== wanted)
    .map(([found, wanted]) => `${figure.name}: '${found}' would be printed '${wanted}'.`);
}

function unfounded(prose: string, rows: Row[]): string[] {
  const known = rows.flatMap(({ value, budget }) => `${value} ${budget}`.match(amounts) ?? []);
  return (prose.match(amounts) ?? [])
    .filter((it) => !known.includes(it))
    .map((it) => `${it} is in the prose, but in no figure.`);
}

function isDate(text: string): boolean {
  const date = new Date(text);
  // A 30th of February is read as the 2nd of March.
  return !Number.isNaN(date.valueOf()) && date.toISOString().slice(0, 10) === text;
}
