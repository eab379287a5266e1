import { admin } from '../../../copy/admin.ts';
import cell from './row.module.css';
import css from './table.module.css';

/** The table's columns in their order: the spec's nine, and where delivery stands. */
export const columns = [
  'date',
  'name',
  'email',
  'phone',
  'company',
  'industry',
  'message',
  'marketing',
  'delivery',
  'actions',
] as const satisfies (keyof typeof admin.columns)[];

const rows = Array.from({ length: 12 }, (_, i) => i);

/** Rows to come, as high as the real ones. */
export function Skeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {admin.list.loading}
      </p>
      <table className={css.table} aria-hidden="true">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} className={css[column]}>
                {admin.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column} className={css[column]}>
                  <span className={cell.bone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
