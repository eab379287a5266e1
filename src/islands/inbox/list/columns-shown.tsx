import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { type CSSProperties, useId } from 'react';
import { admin } from '../../../copy/admin.ts';
import { useMedia, wide } from '../media.ts';
import { remember, remembered } from '../remembered.ts';
import { columns, type Column } from './columns.tsx';
import css from './columns.module.css';

const hideable = columns.filter(({ canHide }) => canHide);

const storageKey = 'leadwright:hidden-columns';

/** Which columns a wide window leaves out. This browser remembers it. */
const $hidden = atom<readonly string[]>(
  hideable.map(({ name }) => name).filter((it) => remembered(storageKey)?.split(' ').includes(it)),
);

/** A table whose columns stay the same objects renders no row again. */
const $wideColumns = computed($hidden, (hidden) =>
  columns.filter(({ name }) => !hidden.includes(name)),
);

function showColumn(name: string, isShown: boolean): void {
  const others = $hidden.get().filter((it) => it !== name);
  $hidden.set(isShown ? others : [...others, name]);
  remember(storageKey, $hidden.get().join(' '));
}

/** The columns to show, and their widths as a style of the table. */
export function useColumns() {
  const isWide = useMedia(wide);
  const wideColumns = useStore($wideColumns);
  const shown = isWide ? wideColumns : columns;
  const tracks = shown.map(({ width }) => width).join(' ');
  return { shown, isWide, style: { '--tracks': tracks } as CSSProperties };
}

/** How the style sheet knows a cell. */
export const cellOf = ({ name, onPhone }: Column) => ({
  'data-column': name,
  'data-phone': onPhone,
  style: { '--area': name } as CSSProperties,
});

/** Only a wide table shows its heads. */
export function Heads() {
  const { shown, isWide } = useColumns();
  return (
    <thead role="rowgroup" className={isWide ? css.heads : 'sr-only'}>
      <tr role="row" aria-rowindex={1}>
        {shown.map((column) => (
          <th key={column.name} scope="col" role="columnheader" {...cellOf(column)}>
            {admin.columns[column.name]}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Only wide windows have columns, so narrow ones don't show this. */
export function ColumnsMenu() {
  const id = useId();
  const hidden = useStore($hidden);
  return (
    <>
      <button type="button" className={`tool ${css.opener}`} popoverTarget={id}>
        {admin.menus.columns}
      </button>
      <fieldset id={id} popover="auto" className={css.choices}>
        <legend className="sr-only">{admin.menus.columnsShown}</legend>
        {hideable.map(({ name }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={({ target }) => {
                showColumn(name, target.checked);
              }}
            />
            {admin.columns[name]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
