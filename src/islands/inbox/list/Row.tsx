import type { ReadableAtom } from 'nanostores';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { admin } from '../../../copy/admin.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { useInbox } from '../inbox-store.ts';
import { cellOf } from './columns-shown.tsx';
import type { Column } from './columns.tsx';
import css from './row.module.css';

interface Props {
  item: SubmissionItem;
  columns: readonly Column[];
  index: number;
  /** The day in the company's time zone. */
  today: string;
  isNew: boolean;
}

export const Row = memo(function Row(props: Props) {
  const { item, columns, index, today, isNew } = props;
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
      className={css.row}
      aria-rowindex={index + 2}
      data-id={item.id}
      data-new={isNew || undefined}
      data-open={isOpen || undefined}
    >
      {columns.map((column) => {
        const { name } = column;
        return name === 'name' ? (
          <th key={name} scope="row" role="rowheader" {...cellOf(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td
            key={name}
            role="cell"
            {...cellOf(column)}
            title={column.title?.(item)}
            data-label={admin.columns[name]}
          >
            {column.cell(row)}
          </td>
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
