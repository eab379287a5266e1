import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import {
  memo,
  useCallback,
  useDeferredValue,
  useSyncExternalStore,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
} from 'react';
import { admin } from '../../../copy/admin.ts';
import { dayAt } from '../../../shared/company-time.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { useInbox } from '../inbox-store.ts';
import { cellOf, useColumns, type Column } from './columns.tsx';
import { now } from '../../staff/clock.ts';
import cells from './row.module.css';
import css from './table.module.css';

const idOf = (target: Element) => target.closest<HTMLElement>('tr[data-id]')?.dataset['id'];

/** As many rows as a phone shows. The others are drawn once these are there. */
const onScreen = 12;

export function Table() {
  const inbox = useInbox();
  const rows = useStore(inbox.list.$rows);
  const { next, status } = useStore(inbox.list.$list);
  const unseen = useStore(inbox.$unseen);
  const today = dayAt(now());
  const columns = useColumns();
  const isPainted = useDeferredValue(true, false);

  const press = ({ target }: MouseEvent): void => {
    const id = idOf(target as Element);
    const pressed = (target as Element).closest('a, button');
    // Don't open a row while its text is selected to be copied. Its button has no text to select.
    const opens = pressed ? pressed.matches('[data-open]') : getSelection()?.type !== 'Range';
    if (id !== undefined && opens) inbox.open({ id });
  };
  const follow = ({ target }: FocusEvent): void => {
    const id = idOf(target);
    if (id !== undefined) inbox.$active.set(id);
  };

  return (
    <table
      style={tracksOf(columns)}
      className={css.table}
      role="table"
      aria-labelledby="submissions"
      aria-rowcount={next === null ? rows.length + 1 : -1}
      aria-busy={status.startsWith('first')}
    >
      <Heads columns={columns} />
      <tbody role="rowgroup" onClick={press} onFocus={follow}>
        {(isPainted ? rows : rows.slice(0, onScreen)).map((item, index) => (
          <Row
            key={item.id}
            item={item}
            columns={columns}
            index={index}
            today={today}
            isNew={unseen.has(item.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  item: SubmissionItem;
  columns: readonly Column[];
  index: number;
  /** The day in the company's time zone. */
  today: string;
  isNew: boolean;
}

const Row = memo(function Row({ item, columns, index, today, isNew }: RowProps) {
  const { answering, $tabbed, $openedId } = useInbox();
  const isOpen = useIs($openedId, item.id);
  const row = {
    item,
    today,
    isNew,
    // Only one row at a time is in the Tab order. Arrow keys move to the others.
    tabIndex: useIs($tabbed, item.id) ? 0 : -1,
    reach: () => void answering.reach(item),
  } as const;
  return (
    <tr
      role="row"
      className={cells.row}
      aria-rowindex={index + 2}
      data-id={item.id}
      data-new={isNew || undefined}
      data-open={isOpen || undefined}
    >
      {columns.map((column) => {
        const isName = column.name === 'name';
        const Cell = isName ? 'th' : 'td';
        return (
          <Cell
            key={column.name}
            role={isName ? 'rowheader' : 'cell'}
            scope={isName ? 'row' : undefined}
            {...cellOf(column)}
          >
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
});

/** Renders a row again only when it gains or loses the role, however many rows there are. */
function useIs($id: ReadableAtom<string | undefined>, id: string): boolean {
  const subscribe = useCallback((changed: () => void) => $id.listen(changed), [$id]);
  return useSyncExternalStore(subscribe, () => $id.get() === id);
}

const tracksOf = (columns: readonly Column[]) =>
  ({ '--tracks': columns.map(({ width }) => width).join(' ') }) as CSSProperties;

/** Only a wide list shows them. */
function Heads({ columns }: { columns: readonly Column[] }) {
  return (
    <thead role="rowgroup" className={`sr-only ${css.heads}`}>
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <th key={column.name} scope="col" role="columnheader" {...cellOf(column)}>
            {admin.columns[column.name]}
          </th>
        ))}
      </tr>
    </thead>
  );
}
