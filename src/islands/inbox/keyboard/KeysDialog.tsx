import { useStore } from '@nanostores/react';
import { useId, type RefObject } from 'react';
import { admin } from '../../../copy/admin.ts';
import { $singleKeyShortcuts, setSingleKeyShortcuts } from './shortcuts.ts';
import css from './keys.module.css';

const words = admin.keys;

export function KeysDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const heading = useId();
  const isOn = useStore($singleKeyShortcuts);
  return (
    <dialog ref={dialog} className={css.keys} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>{words.heading}</h2>
        <button type="button" className="tool" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </div>
      <dl>
        {words.list.map(({ keys, does }) => (
          <div key={does} className="line">
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={css.singleKeys}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setSingleKeyShortcuts(event.target.checked);
          }}
        />
        {words.on}
      </label>
    </dialog>
  );
}
