import { fewest, report as words } from '../../copy/report.ts';
import type { Report } from '../../shared/report.ts';
import { Chart } from './Chart.tsx';
import css from './report.module.css';

/** Shares that the chart may end with. */
const ceilings = [0.1, 0.2, 0.5, 1];

/** How the share of customers depends on how soon people were answered. The table has the numbers. */
export function Curve({ answered }: Pick<Report, 'answered'>) {
  const { points, chart } = words.answered;
  const shares = answered.map(({ leads, won }) => won / leads);
  const ceiling = ceilings.find((it) => !shares.some((share) => share > it)) ?? 1;
  const dots = answered.flatMap(({ leads }, i) => {
    const y = 100 - (100 * (shares[i] ?? 0)) / ceiling;
    return leads > 0 ? [{ place: `${i + 0.5} ${y}`, i, isSmall: leads < fewest }] : [];
  });
  const isCertain = (step: number): boolean => (answered[step]?.leads ?? 0) >= fewest;
  // It is drawn only between neighbors of which both are certain.
  const line = dots.map(
    ({ place, i }) => `${isCertain(i) && isCertain(i - 1) ? 'L' : 'M'}${place}`,
  );
  return (
    <Chart
      label={chart}
      ceiling={ceiling}
      format={(it) => `${Math.round(100 * it)}%`}
      names={points}
    >
      <path d={line.join('')} className={css.curve} />
      {/* A line of no length has round ends, and they stay round however the chart is stretched. */}
      {dots.map(({ place, isSmall }) => (
        <g key={place}>
          <path d={`M${place}h0`} className={css.dot} />
          <path d={`M${place}h0`} className={css.dotInside} data-small={isSmall} />
        </g>
      ))}
    </Chart>
  );
}
