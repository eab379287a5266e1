import type { CSSProperties } from 'react';
import css from './report.module.css';

export interface Bar {
  /** What it is about, in words. */
  label: string;
  /** The same below the bar, where there is little room. */
  short: string;
  size: number;
  /** What it says above the bar. Undefined if there is nothing to know yet. */
  value: string | undefined;
  isPale: boolean;
}

/** A picture of bars, which is a list to whoever can't see it. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const highest = Math.max(...bars.map(({ size }) => size));
  return (
    <ol className={css.bars} aria-label={label}>
      {bars.map(({ label: name, short, size, value, isPale }) => (
        <li key={name} aria-hidden={value === undefined}>
          <span className="sr-only">{name}: </span>
          <b>{value}</b>
          {size > 0 && (
            <span
              className={css.fill}
              data-pale={isPale}
              style={{ '--size': size / highest } as CSSProperties}
            />
          )}
          <span aria-hidden="true">{short}</span>
        </li>
      ))}
    </ol>
  );
}
