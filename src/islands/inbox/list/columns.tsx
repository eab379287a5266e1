import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type CSSProperties, useId } from 'react';
import { admin } from '../../../copy/admin.ts';
import { remember, remembered } from '../remembered.ts';
import css from './columns.module.css';
import table from './table.module.css';

/**
 * The columns in their order, with their widths: what the lead says, how long the person waits, and the
 * state of delivery. E-mails are read and copied, so theirs is the widest.
 */
const widths = {
  date: '7rem',
  waiting: '4.25rem',
  name: 'minmax(0, 12fr)',
  email: 'minmax(0, 24fr)',
  phone: '6.5rem',
  company: 'minmax(4.25rem, 7fr)',
  industry: 'minmax(4rem, 7fr)',
  message: 'minmax(4rem, 6fr)',
  marketing: '4.25rem',
  delivery: '5.5rem',
  actions: '4.5rem',
} as const satisfies Partial<Record<keyof typeof admin.columns, string>>;

type Column = keyof typeof widths;
export const columns = Object.keys(widths) as Column[];

/** The others open a lead, or say which one it is. */
const hideable = [
  'waiting',
  'email',
  'phone',
  'company',
  'industry',
  'message',
  'marketing',
  'delivery',
] as const satisfies Column[];

const storageKey = 'leadwright:hidden-columns';

/** Which columns a wide window leaves out. This browser remembers it. */
const $hiddenColumns = atom<readonly Column[]>(read());

function showColumn(column: Column, isShown: boolean): void {
  const others = $hiddenColumns.get().filter((it) => it !== column);
  const hidden = isShown ? others : [...others, column];
  $hiddenColumns.set(hidden);
  remember(storageKey, hidden.join(' '));
}

function read(): Column[] {
  const names = remembered(storageKey)?.split(' ');
  return hideable.filter((it) => names?.includes(it));
}

/** The attributes by which a table leaves out the hidden columns. */
export function useColumns() {
  const hidden = useStore($hiddenColumns);
  const tracks = columns.filter((it) => !hidden.includes(it)).map((it) => widths[it]);
  return {
    'data-hidden': hidden.join(' '),
    style: { '--tracks': tracks.join(' ') } as CSSProperties,
  };
}

export function Heads() {
  return (
    <thead role="rowgroup" className={css.heads}>
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <th key={column} scope="col" role="columnheader" className={table[column]}>
            {admin.columns[column]}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Only wide windows have columns, so narrow ones don't show this. */
export function ColumnsMenu() {
  const id = useId();
  const hidden = useStore($hiddenColumns);
  return (
    <>
      <button type="button" className={`tool ${css.opener}`} popoverTarget={id}>
        {admin.menus.columns}
      </button>
      <fieldset id={id} popover="auto" className={css.choices}>
        <legend className="sr-only">{admin.menus.columnsShown}</legend>
        {hideable.map((column) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={!hidden.includes(column)}
              onChange={({ target }) => {
                showColumn(column, target.checked);
              }}
            />
            {admin.columns[column]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
