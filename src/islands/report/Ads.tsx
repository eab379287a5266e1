import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { report as words } from '../../copy/report.ts';
import { api } from '../../shared/api.ts';
import { adNameLimit } from '../../shared/attribution.ts';
import { spentOnSchema, type Report } from '../../shared/report.ts';
import { AskError, sentenceIn, type Ask } from '../staff/ask.ts';
import { dollarsIn } from '../staff/format.ts';
import { Outcomes } from './Outcomes.tsx';
import css from './report.module.css';
import { adsOf, columns, costs, spentColumn, type Row } from './rows.ts';

/** A report, and what changes it. */
export interface Spending {
  report: Report;
  ask: Ask;
  saved: (campaign: string, spent: number | null) => void;
}

/** What became of the leads of each campaign, and what it cost. */
export function Ads(spending: Spending) {
  const { another, ...texts } = words.ads;
  const [name, setName] = useState('');
  const [added, setAdded] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const spent = {
    ...spentColumn,
    shown: (row: Row) =>
      !row.isRest && <Spent {...spending} campaign={row.label} spent={row.spent ?? null} />,
  };
  return (
    <Outcomes {...texts} rows={adsOf(spending.report)} columns={[...columns, spent, ...costs]}>
      <div ref={box} className={css.another}>
        <input
          className="field"
          aria-label={another}
          placeholder={another}
          maxLength={adNameLimit}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <Spent
            {...spending}
            key={added}
            campaign={name.trim()}
            spent={null}
            saved={(...one) => {
              spending.saved(...one);
              const field = box.current?.querySelector('input');
              // The next campaign may have been typed meanwhile.
              if (field?.value.trim() !== one[0]) return;
              setName('');
              setAdded(added + 1);
              // Its own field is a new one now.
              if (box.current?.contains(document.activeElement)) field.focus();
            }}
          />
        </div>
      </div>
    </Outcomes>
  );
}

interface Props extends Spending {
  campaign: string;
  /** Null: nobody has entered it. */
  spent: number | null;
}

const textOf = (spent: number | null): string => (spent === null ? '' : words.plainDollars(spent));

const conflictSchema = z.object({ spent: z.nullable(z.number()) });

/** What a campaign cost, as a field that is saved by Enter, or by leaving it. */
function Spent({ report, ask, campaign, spent, saved }: Props) {
  const [text, setText] = useState(textOf(spent));
  const [answer, setAnswer] = useState({ to: '', sentence: '', isBad: false });
  /** The stored costs that this admin has seen, by campaign. */
  const seen = useRef(new Map([[campaign, spent]]));
  /** A text that failed is tried again by Enter alone: leaving the field must not replace a colleague's number. */
  const tried = useRef(text);
  const last = useRef(Promise.resolve());
  const about = useId();
  /** An answer is about what was typed then. */
  const typed = `${campaign}: ${text}`;
  const said = answer.to === typed ? answer : undefined;

  const send = async (): Promise<void> => {
    const dollars = dollarsIn(text);
    const was = seen.current.get(campaign) ?? null;
    if (dollars === was) return;
    const say = (sentence: string, isBad: boolean): void =>
      setAnswer({ to: typed, sentence, isBad });
    const { error } = spentOnSchema.safeParse({ campaign, dollars: dollars ?? 0 });
    if (error) {
      say(error.issues[0]?.message ?? '', true);
      return;
    }
    try {
      await ask(api.spent, { json: { month: report.month, campaign, dollars, was } });
      seen.current.set(campaign, dollars);
      say(words.spent.saved, false);
      saved(campaign, dollars);
    } catch (error) {
      const conflict = conflictSchema.safeParse(error instanceof AskError ? error.body : undefined);
      if (conflict.success) seen.current.set(campaign, conflict.data.spent);
      say(sentenceIn(error) ?? words.spent.failed, true);
    }
  };

  /** One after the other, since each says what the one before has stored. */
  const save = (): void => {
    tried.current = text;
    last.current = last.current.then(send);
  };

  return (
    <>
      <input
        className={`field ${css.spent}`}
        inputMode="decimal"
        autoComplete="off"
        aria-label={words.spent.on(campaign)}
        placeholder={words.columns.spent}
        aria-invalid={said?.isBad ?? false}
        aria-describedby={about}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
        onBlur={() => {
          if (text !== tried.current) save();
        }}
      />
      <small id={about} role="status" data-bad={said?.isBad ?? false}>
        {said?.sentence}
      </small>
    </>
  );
}
