import { useId } from 'react';
import { report as words } from '../../copy/report-words.ts';
import type { Report } from '../../shared/report-schema.ts';
import css from './report.module.css';
import { nameOf, type Column } from './columns.ts';

interface Props extends Pick<Report, 'by' | 'rows'> {
  columns: readonly Column[];
}

export function Table({ by, rows, columns }: Props) {
  const id = useId();
  const { caption, column } = words.by[by];
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className={css.scroller} role="group" aria-labelledby={id} tabIndex={0}>
      <table className={css.table}>
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {[column, ...columns.map(({ label }) => label)].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.name)}>
              <th scope="row">{nameOf(by, row)}</th>
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
  );
}
