import { useStore } from '@nanostores/react';
import {
  memo,
  useDeferredValue,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
} from 'react';
import { admin } from '../../../copy/admin.ts';
import { useInbox } from '../inbox-store.ts';
import { cellOf, columns, type RowOfLead } from './columns.tsx';
import cells from './row.module.css';
import css from './table.module.css';

const idOf = (target: Element) => target.closest<HTMLElement>('tr[data-id]')?.dataset['id'];

/** Loads the panel's code when an admin is about to open a lead. If this fails, the panel reports it. */
const prepare = (): void => {
  import('../later.ts').catch(() => undefined);
};

/** As many rows as a phone shows. The others are rendered after these. */
const onScreen = 12;

export function Table() {
  const inbox = useInbox();
  const rows = useStore(inbox.list.$rows);
  const status = useStore(inbox.list.$status);
  const isEnd = useStore(inbox.list.$isEnd);
  const unseen = useStore(inbox.$unseen);
  const opened = useStore(inbox.$openedId);
  const tabbed = useStore(inbox.$tabbed);
  const isPainted = useDeferredValue(true, false);

  const press = ({ target }: MouseEvent): void => {
    const id = idOf(target as Element);
    const pressed = (target as Element).closest('a, button');
    // Don't open a row while its text is selected for copying. Its button contains no selectable text.
    const opens = pressed ? pressed.matches('[data-open]') : getSelection()?.type !== 'Range';
    if (id !== undefined && opens) inbox.open({ id });
  };
  const follow = ({ target }: FocusEvent): void => {
    const id = idOf(target);
    if (id !== undefined) inbox.$active.set(id);
    prepare();
  };

  return (
    <table
      style={tracks}
      className={`small ${css.table}`}
      role="table"
      aria-labelledby="submissions"
      aria-rowcount={isEnd ? rows.length + 1 : -1}
      aria-busy={status === 'first'}
    >
      <thead role="rowgroup" className={`sr-only ${css.heads}`}>
        <tr role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.name} scope="col" role="columnheader" {...cellOf(column)}>
              {admin.columns[column.name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onClick={press} onFocus={follow} onPointerOver={prepare}>
        {(isPainted ? rows : rows.slice(0, onScreen)).map((item, index) => (
          <Row
            key={item.id}
            item={item}
            index={index}
            isNew={unseen.has(item.id)}
            isOpen={item.id === opened}
            tabIndex={item.id === tabbed ? 0 : -1}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<RowOfLead, 'reach'> {
  index: number;
  isOpen: boolean;
}

const Row = memo(function Row({ index, isOpen, ...shown }: RowProps) {
  const { item, isNew } = shown;
  const { answering } = useInbox();
  const row = { ...shown, reach: () => answering.offer(item) };
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

const tracks = { '--tracks': columns.map(({ width }) => width).join(' ') } as CSSProperties;
