import { useStore } from '@nanostores/react';
import { keys as words } from '../../../copy/lead-panel.ts';
import { $singleKeys, shortcuts } from '../shortcuts.ts';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import css from './dialog.module.css';

const signs: Readonly<Record<string, string>> = words.signs;

export function KeysDialog({ onClose }: DialogProps) {
  const isOn = useStore($singleKeys) !== 'off';
  return (
    <Dialog heading={words.heading} className={css.keys ?? ''} onClose={onClose}>
      <div className="staff-head">
        <h2>{words.heading}</h2>
        <Close label={words.close} />
      </div>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="line">
            <dt>{does}</dt>
            <dd>
              {Object.keys(keys).map((key) => (
                <kbd key={key}>{signs[key] ?? key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => $singleKeys.set(target.checked ? 'on' : 'off')}
        />
        {words.on}
      </label>
    </Dialog>
  );
}
