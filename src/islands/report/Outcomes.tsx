import { useId, type ReactNode } from 'react';
import { report as words } from '../../copy/report.ts';
import css from './report.module.css';
import { columns as usual, openIn, type Column, type Row } from './rows.ts';

interface Props {
  heading: string;
  /** The heading of the rows. */
  column: string;
  hint?: string;
  rows: readonly Row[];
  columns?: readonly Column[];
  /** Above the table. */
  children?: ReactNode;
}

/** What became of the leads: a table with a bar in each row, so that the chart and its numbers are one thing. */
export function Outcomes({ heading, column, hint, rows, columns = usual, children }: Props) {
  const id = useId();
  const longest = Math.max(...rows.map(({ leads }) => leads));
  return (
    <section className={`stack ${css.chart}`} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {hint !== undefined && <p className="small quiet">{hint}</p>}
      {children}
      {/* It can be scrolled with the keyboard, too. */}
      <div className={css.scroller} role="group" aria-labelledby={id} tabIndex={0}>
        <table className={css.outcomes}>
          <thead>
            <tr>
              {[column, ...columns.map(({ label }) => label)].map((it) => (
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
                {columns.map(({ label, value, shown, note }) => (
                  <td key={label}>
                    {shown ? shown(row) : words.number(Number(value(row)))}
                    {note && <small>{note(row)}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The won, the lost and the open ones, one after the other. */
const Parts = ({ row, longest }: { row: Row; longest: number }) => (
  <span
    className={css.parts}
    style={{ inlineSize: `${(100 * row.leads) / (longest || 1)}%` }}
    aria-hidden="true"
  >
    {[row.won, row.lost, openIn(row)].map(
      (count, i) =>
        count > 0 && (
          <span key={i} data-part={i} className={css.fill} style={{ flexGrow: count }} />
        ),
    )}
  </span>
);

/** Which part of a bar is which. */
export const Key = () => (
  <p className={`flow small ${css.key}`}>
    {[words.columns.won, words.columns.lost, words.columns.open].map((it, i) => (
      <span key={it}>
        <span data-part={i} className={css.fill} />
        {it}
      </span>
    ))}
  </p>
);
