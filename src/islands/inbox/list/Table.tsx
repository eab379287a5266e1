import { useStore } from '@nanostores/react';
import type { FocusEvent, MouseEvent } from 'react';
import { dayAt } from '../../../shared/company-time.ts';
import { useInbox } from '../inbox-store.ts';
import { cellOf, Heads, useColumns } from './columns-shown.tsx';
import { Row } from './Row.tsx';
import row from './row.module.css';
import css from './table.module.css';

const idOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset['id'] : undefined;

export function Table() {
  const inbox = useInbox();
  const rows = useStore(inbox.list.$rows);
  const { next, loaded, unseen } = useStore(inbox.list.$list);
  const today = dayAt(Date.now());
  const { shown, style } = useColumns();

  const press = ({ target }: MouseEvent): void => {
    const id = idOf(target);
    const isOther = target instanceof Element && target.closest('a, button:not([data-open])');
    // Don't open a row while its text is selected to be copied. Its button has no text to select.
    const isName = target instanceof Element && target.closest('button') !== null;
    if (id !== undefined && !isOther && (isName || getSelection()?.type !== 'Range'))
      inbox.open({ id });
  };
  const follow = ({ target }: FocusEvent): void => {
    const id = idOf(target);
    if (id !== undefined) inbox.$active.set(id);
  };

  return (
    <table
      style={style}
      className={css.table}
      role="table"
      aria-labelledby="submissions"
      aria-rowcount={next === null ? rows.length + 1 : -1}
      aria-busy={!loaded}
    >
      <Heads />
      <tbody role="rowgroup" onClick={press} onFocus={follow}>
        {rows.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            columns={shown}
            index={index}
            today={today}
            isNew={unseen.has(item.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

const bones = Array.from({ length: 12 }, (_, i) => i);

/** Placeholders as high as real rows, while the first ones load. */
export function Skeleton() {
  const { shown, style } = useColumns();
  return (
    <table style={style} className={css.table} aria-hidden="true">
      <Heads />
      <tbody>
        {bones.map((bone) => (
          <tr key={bone}>
            {shown.map((column) => (
              <td key={column.name} {...cellOf(column)}>
                <span className={row.bone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
