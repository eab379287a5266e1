import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { keys as words } from '../../../copy/lead-panel.ts';
import type { DialogProps } from '../late.tsx';
import { $singleKeys } from './shortcuts.ts';
import dialogCss from '../../staff/dialog.module.css';
import css from './keys.module.css';

export function KeysDialog({ isOpen, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isOn = useStore($singleKeys) !== 'off';
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className={`${dialogCss.frame} ${css.keys}`}
      aria-labelledby={heading}
      onClose={onClose}
    >
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
            $singleKeys.set(event.target.checked ? 'on' : 'off');
          }}
        />
        {words.on}
      </label>
    </dialog>
  );
}
