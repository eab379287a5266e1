import { useState, type SubmitEvent } from 'react';
import { saveInBrowser } from '../../../browser/save-file.ts';
import { admin } from '../../../copy/admin.ts';
import { ads as words } from '../../../copy/dialogs.ts';
import { api } from '../../../shared/api.ts';
import {
  adsFileName,
  adsHeaders,
  type AdNetwork,
  networkNames,
} from '../../../shared/follow-up-schema.ts';
import { monthAt, monthsAfter } from '../../../shared/report-schema.ts';
import { sentenceIn, type Ask } from '../../staff/ask.ts';
import { now } from '../../staff/clock.ts';
import { monthName } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import css from './dialog.module.css';

export function AdsDialog({ onClose }: DialogProps) {
  const { ask } = useInbox();
  const months = Array.from({ length: 13 }, (_, ago) => monthsAfter(monthAt(now()), -ago));
  const choices = [
    { name: 'for', label: words.network, options: Object.entries(networkNames) },
    { name: 'month', label: words.month, options: months.map((it) => [it, monthName(it)]) },
  ];
  const [told, setTold] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const go = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const chosen = Object.fromEntries(new FormData(event.currentTarget)) as Chosen;
    setBusy(true);
    setTold([]);
    setTold(await saveFile(chosen, ask));
    setBusy(false);
  };

  return (
    <Dialog heading={admin.ads} isBusy={isBusy} onClose={onClose}>
      <h2>{admin.ads}</h2>
      <p>{words.intro}</p>
      <form className={css.result} onSubmit={(event) => void go(event)}>
        <div className={`flow ${css.form}`}>
          {choices.map(({ name, label, options }) => (
            <label key={name}>
              {label}
              <select name={name} className="field" aria-label={label}>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <label className={css.check}>
          <input type="checkbox" name="again" value="yes" /> {words.again}
        </label>
        <div role="status" className={css.result}>
          {told.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <p className={`flow ${css.works}`}>
          <Close label={words.close} isBusy={isBusy} />
          <button className={`tool ${css.send}`} aria-disabled={isBusy}>
            {isBusy ? words.going : words.go}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

type Chosen = { for: AdNetwork; month: string; again?: 'yes' };

async function saveFile(chosen: Chosen, ask: Ask): Promise<string[]> {
  try {
    const { for: network, month } = chosen;
    const response = await ask(`${api.adsExport}?${new URLSearchParams(chosen).toString()}`);
    const text = await response.text();
    // Every row ends with a line break, so a truncated file doesn't.
    if (!text.endsWith('\r\n')) return [words.failed];
    const sentence = response.headers.get(adsHeaders.leftOut);
    const leftOut = sentence === null ? [] : [sentence];
    const rows = Number(response.headers.get(adsHeaders.rows));
    if (rows === 0) return [words.none, ...leftOut];
    const name = adsFileName(network, month);
    saveInBrowser(new Blob([text], { type: 'text/csv' }), name);
    return [words.saved(rows, name), ...leftOut, words.upload(network), words.lost];
  } catch (error) {
    return [sentenceIn(error) ?? words.failed];
  }
}
