import type { ReactNode } from 'react';
import css from './days.module.css';

interface Props {
  /** What the picture shows. Its numbers are in a table. */
  label: string;
  /** The number at the top. */
  ceiling: number;
  format: (number: number) => string;
  /** Below the columns, each of which is 1 wide. All are 100 high. */
  names: readonly string[];
  children: ReactNode;
}

/** A picture with a column for each name, over a scale. */
export const Chart = ({ label, ceiling, format, names, children }: Props) => (
  <div className={css.columns}>
    <div className={css.scale} aria-hidden="true">
      {[ceiling, ceiling / 2, 0].map((it) => (
        <span key={it}>{format(it)}</span>
      ))}
    </div>
    <svg
      viewBox={`0 0 ${names.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path
        d={`M0 0h${names.length}M0 50h${names.length}M0 100h${names.length}`}
        className={css.rule}
      />
      {children}
    </svg>
    <div className={css.dates} aria-hidden="true">
      {names.map((it, i) => (
        <span key={i}>{it}</span>
      ))}
    </div>
  </div>
);
