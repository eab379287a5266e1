import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { useInbox } from '../inbox-store.ts';
import { StatusLine } from './StatusLine.tsx';
import { columns, Heads, useColumns } from './columns.tsx';
import { Empty, Failed } from './Empty.tsx';
import { Table } from './Table.tsx';
import css from './lead-list.module.css';
import row from './row.module.css';
import table from './table.module.css';

const words = admin.list;

export function LeadList() {
  const inbox = useInbox();
  const list = useStore(inbox.list.$list);
  const filter = useStore(inbox.filter.$filter);
  const { rows, loaded, failed, busy } = list;

  return (
    <>
      <StatusLine />
      {rows.length > 0 && <Table list={list} />}
      {rows.length === 0 && busy === 'first' && <Skeleton />}
      {rows.length === 0 && !loaded && failed === 'first' && <Failed />}
      {rows.length === 0 && loaded && <Empty filter={filter} />}
      {rows.length > 0 && <Foot />}
    </>
  );
}

function Foot() {
  const inbox = useInbox();
  const { rows, next, busy, loaded } = useStore(inbox.list.$list);
  if (!loaded) return null;
  if (next === null) return <p className={css.end}>{words.end(rows.length)}</p>;
  return (
    <p className={css.more}>
      <button
        type="button"
        className="button button--plain"
        aria-disabled={busy === 'more'}
        onClick={(event) => {
          if (busy) return;
          // After a key press, the focus moves to the first new row.
          void inbox.more(event.currentTarget.matches(':focus-visible'));
        }}
      >
        {busy === 'more' ? words.loadingMore : words.more}
      </button>
      <span className="small quiet">{words.shown(rows.length)}</span>
    </p>
  );
}

const bones = Array.from({ length: 12 }, (_, i) => i);

/** Placeholders as high as real rows, while the first ones load. */
function Skeleton() {
  const chosen = useColumns();
  return (
    <>
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <table {...chosen} className={table.table} aria-hidden="true">
        <Heads />
        <tbody>
          {bones.map((bone) => (
            <tr key={bone}>
              {columns.map((column) => (
                <td key={column} className={table[column]}>
                  <span className={row.bone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
