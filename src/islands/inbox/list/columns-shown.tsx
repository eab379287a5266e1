import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import css from '../menu/menu.module.css';
import { useMedia, wide } from '../media.ts';
import { remembered } from '../remembered.ts';
import { columns } from './columns.tsx';

/** The names of the columns that a wide window leaves out, with blanks between them. */
const $hidden = remembered('leadwright:hidden-columns');

/** A table whose columns stay the same objects renders no row again. */
const $wideColumns = computed($hidden, (hidden) =>
  columns.filter(({ name, canHide }) => !(canHide && hidden.split(' ').includes(name))),
);

export function useColumns() {
  const wideColumns = useStore($wideColumns);
  return useMedia(wide) ? wideColumns : columns;
}

/** Only wide windows have columns, so narrow ones don't show this. */
export function ColumnsChooser() {
  const shown = useStore($wideColumns);
  const hideable = columns.filter(({ canHide }) => canHide);
  return (
    <details className={css.columns}>
      <summary>{admin.menus.columns}</summary>
      <fieldset>
        <legend className="sr-only">{admin.menus.columnsShown}</legend>
        {hideable.map((column) => (
          <label key={column.name}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={({ target }) => {
                const hidden = hideable.filter((it) =>
                  it === column ? !target.checked : !shown.includes(it),
                );
                $hidden.set(hidden.map(({ name }) => name).join(' '));
              }}
            />
            {admin.columns[column.name]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
