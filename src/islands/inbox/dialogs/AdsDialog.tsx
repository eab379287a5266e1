import { useState } from 'react';
import { saveInBrowser } from '../../../browser/save-file.ts';
import { admin } from '../../../copy/admin.ts';
import { ads as words, networkNames } from '../../../copy/ads.ts';
import { adsFileName, adsHeaders, type AdNetwork } from '../../../shared/ads.ts';
import { api } from '../../../shared/api.ts';
import { adNetworks } from '../../../shared/follow-up.ts';
import { monthAt, monthsAfter } from '../../../shared/report.ts';
import { sentenceIn, type Ask } from '../../staff/ask.ts';
import { Button } from '../../staff/Button.tsx';
import { now } from '../../staff/clock.ts';
import { monthName } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import css from './dialog.module.css';

/** Saves the won leads of a month as a file for an ad network. */
export function AdsDialog({ onClose }: DialogProps) {
  const { ask } = useInbox();
  const months = Array.from({ length: 13 }, (_, ago) => monthsAfter(monthAt(now()), -ago));
  const [network, setNetwork] = useState<AdNetwork>('google');
  const [month, setMonth] = useState(monthAt(now()));
  const [again, setAgain] = useState(false);
  const [told, setTold] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const go = async (): Promise<void> => {
    setBusy(true);
    setTold([]);
    setTold(await saveFile(network, month, again, ask));
    setBusy(false);
  };

  return (
    <Dialog heading={admin.ads} isBusy={isBusy} onClose={onClose}>
      <h2>{admin.ads}</h2>
      <p>{words.intro}</p>
      <div className={`flow ${css.form}`}>
        <Choice
          label={words.network}
          options={adNetworks}
          nameOf={(it) => networkNames[it]}
          onChoice={setNetwork}
        />
        <Choice label={words.month} options={months} nameOf={monthName} onChoice={setMonth} />
      </div>
      <label>
        <input
          type="checkbox"
          checked={again}
          onChange={({ target }) => {
            setAgain(target.checked);
          }}
        />{' '}
        {words.again}
      </label>
      <div role="status" className={css.result}>
        {told.map((it) => (
          <p key={it}>{it}</p>
        ))}
      </div>
      <p className={`flow ${css.works}`}>
        <Close label={words.close} isBusy={isBusy} />
        <Button className={`tool ${css.send}`} isBusy={isBusy} onPress={go}>
          {isBusy ? words.going : words.go}
        </Button>
      </p>
    </Dialog>
  );
}

interface ChoiceProps<T> {
  label: string;
  options: readonly T[];
  nameOf: (option: T) => string;
  onChoice: (option: T) => void;
}

/** The first option is chosen at first. */
const Choice = <T extends string>({ label, options, nameOf, onChoice }: ChoiceProps<T>) => (
  <label>
    {label}
    <select
      className="field"
      onChange={({ target }) => {
        onChoice(target.value as T);
      }}
    >
      {options.map((it) => (
        <option key={it} value={it}>
          {nameOf(it)}
        </option>
      ))}
    </select>
  </label>
);

/** Saves the file, unless it has no rows, and says what came of it, a sentence each. */
async function saveFile(
  network: AdNetwork,
  month: string,
  again: boolean,
  ask: Ask,
): Promise<string[]> {
  try {
    const path = `${api.adsExport}?for=${network}&month=${month}${again ? '&again=yes' : ''}`;
    const response = await ask(path);
    const text = await response.text();
    // Every row ends with a line break. A file that was cut off doesn't.
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
