/** What the weights of the pages come to. */
import { measured, type Measured } from './format.ts';
import { isForStaff, isOnlyRead, pageFigures, siteFigures } from './figures.ts';
import type { Weight } from './weigh.ts';

export function figuresOf(weights: Weight[]): Measured[] {
  const onlyRead = weights.filter(({ path }) => isOnlyRead(path));
  const forStaff = weights.filter(({ path }) => isForStaff(path));
  const forAll = weights.filter(({ path }) => !isForStaff(path));
  return [
    ...weights.flatMap(({ path, html, total, script }) =>
      measured(pageFigures(path), { html, total, ...script }),
    ),
    ...worst('font', weights, ({ fonts }) => Math.max(0, ...fonts)),
    ...worst('fontFiles', weights, ({ fonts }) => fonts.length),
    ...worst('publicShift', forAll, ({ layoutShift }) => layoutShift),
    ...worst('staffShift', forStaff, ({ layoutShift }) => layoutShift),
    ...worst('fileScript', onlyRead, ({ executed }) => executed.files),
    ...worst('inlineScript', onlyRead, ({ executed }) => executed.inline),
  ];
}

function worst(
  figure: keyof typeof siteFigures,
  weights: Weight[],
  value: (weight: Weight) => number,
): Measured[] {
  return weights
    .map((it) => ({ ...siteFigures[figure], value: value(it), at: it.path }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 1);
}
