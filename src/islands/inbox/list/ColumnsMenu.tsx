import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { admin } from '../../../copy/admin.ts';
import { $hiddenColumns, hideable, showColumn } from './columns.ts';
import css from './columns.module.css';

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
