import { useId, type ReactNode } from 'react';
import { report as words } from '../../copy/report.ts';
import css from './report.module.css';
import { columns, openIn, type Column, type Row } from './rows.ts';

interface Props {
  heading: string;
  /** The heading of the rows. */
  column: string;
  hint?: string;
  /** Above the table. */
  chart?: ReactNode;
  rows: readonly Row[];
  shown?: readonly Column[];
  /** The headings of more columns, and their cells. */
  more?: { labels: readonly string[]; cells: (row: Row) => ReactNode };
  /** More rows. */
  children?: ReactNode;
}

/** What became of the leads: a table with a bar in each row, so that the chart and its numbers are one thing. */
export function Outcomes({
  heading,
  column,
  hint,
  chart,
  rows,
  shown = columns,
  more,
  children,
}: Props) {
  const id = useId();
  const longest = Math.max(...rows.map(({ leads }) => leads));
  const labels = [...shown.map(({ label }) => label), ...(more?.labels ?? [])];
  return (
    <section className={css.chart} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {hint !== undefined && <p className="small quiet">{hint}</p>}
      {chart}
      {/* It can be scrolled with the keyboard, too. */}
      <div className={css.scroller} role="group" aria-labelledby={id} tabIndex={0}>
        <table className={css.outcomes}>
          <thead>
            <tr>
              {[column, ...labels].map((it) => (
                <th key={it} scope="col">
                  {it}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.isRest} ${row.label}`}>
                <th scope="row">
                  {row.label}
                  <Parts row={row} longest={longest} />
                </th>
                {shown.map((it) => (
                  <Cell key={it.label} column={it} row={row} />
                ))}
                {more?.cells(row)}
              </tr>
            ))}
            {children}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export const Cell = ({ column: { value, shown, note }, row }: { column: Column; row: Row }) => (
  <td>
    {shown ? shown(row) : words.number(Number(value(row)))}
    {note && <small>{note(row)}</small>}
  </td>
);

/** The won, the lost and the open ones, one after the other. */
function Parts({ row, longest }: { row: Row; longest: number }) {
  const parts = [row.won, row.lost, openIn(row)];
  return (
    <svg
      className={css.bar}
      viewBox={`0 0 ${longest || 1} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map((width, i) => {
        const x = parts.slice(0, i).reduce((sum, it) => sum + it, 0);
        return (
          width > 0 && (
            <rect key={i} data-part={i} x={x} width={width} height="10" className={css.fill} />
          )
        );
      })}
    </svg>
  );
}

/** Which part of a bar is which. */
export const Key = () => (
  <p className={`small ${css.key}`}>
    {[words.columns.won, words.columns.lost, words.columns.open].map((it) => (
      <span key={it}>{it}</span>
    ))}
  </p>
);
