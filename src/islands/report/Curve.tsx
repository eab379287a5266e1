import { fewest, report as words } from '../../copy/report.ts';
import type { Report } from '../../shared/report.ts';
import days from './days.module.css';
import css from './report.module.css';

/** Shares that the chart may end with. */
const ceilings = [0.1, 0.2, 0.5, 1];

/** How the share of customers depends on how soon people were answered. The table has the numbers. */
export function Curve({ answered }: Pick<Report, 'answered'>) {
  const { points, chart } = words.answered;
  const shares = answered.map(({ leads, won }) => (leads === 0 ? undefined : won / leads));
  const most = Math.max(...shares.map((it) => it ?? 0));
  const ceiling = ceilings.find((it) => it >= most) ?? 1;
  const dots = answered.flatMap(({ leads }, i) => {
    const share = shares[i];
    if (share === undefined) return [];
    return { x: i + 0.5, y: 100 - (100 * share) / ceiling, isSmall: leads < fewest };
  });
  return (
    <div className={days.columns}>
      <div className={days.scale} aria-hidden="true">
        {[ceiling, ceiling / 2, 0].map((it) => (
          <span key={it}>{Math.round(100 * it)}%</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${answered.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={chart}
      >
        {[0, 50, 100].map((y) => (
          <line key={y} x2={answered.length} y1={y} y2={y} className={days.rule} />
        ))}
        {dots.slice(1).map((dot, i) => {
          const before = dots[i];
          if (!before || dot.x - before.x > 1 || dot.isSmall || before.isSmall) return null;
          return (
            <line
              key={dot.x}
              x1={before.x}
              y1={before.y}
              x2={dot.x}
              y2={dot.y}
              className={css.curve}
            />
          );
        })}
        {/* A line of no length has round ends, and they stay round however the chart is stretched. */}
        {dots.map(({ x, y, isSmall }) => (
          <g key={x}>
            <path d={`M${x} ${y}h0`} className={css.dot} />
            <path d={`M${x} ${y}h0`} className={css.dotInside} data-small={isSmall} />
          </g>
        ))}
      </svg>
      <div className={days.dates} aria-hidden="true">
        {points.map((it) => (
          <span key={it}>{it}</span>
        ))}
      </div>
    </div>
  );
}
