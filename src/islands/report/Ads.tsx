import { useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
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
  const { another, add, ...texts } = words.ads;
  const { report, saved } = spending;
  const spent = {
    ...spentColumn,
    shown: (row: Row) =>
      !row.isRest && <Spent {...spending} campaign={row.label} spent={row.spent ?? null} />,
  };

  /** A row for a campaign without leads. It is stored once somebody enters its cost. */
  const addRow = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = (new FormData(form).get('campaign') as string).trim();
    if (name === '') return;
    form.reset();
    if (!report.ads.some((it) => it.name === name)) flushSync(() => saved(name, null));
    const field = `[aria-label="${CSS.escape(words.spent.on(name))}"]`;
    form.parentElement?.querySelector<HTMLElement>(field)?.focus();
  };

  return (
    <Outcomes {...texts} rows={adsOf(report)} columns={[...columns, spent, ...costs]}>
      <form className={css.another} onSubmit={addRow}>
        <input
          name="campaign"
          className="field"
          aria-label={another}
          placeholder={another}
          maxLength={adNameLimit}
          autoComplete="off"
          required
        />
        <button className="tool">{add}</button>
      </form>
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
  /** The stored cost that this admin has seen. */
  const seen = useRef(spent);
  /** A text that failed is tried again by Enter alone: leaving the field must not replace a colleague's number. */
  const tried = useRef(text);
  const last = useRef(Promise.resolve());
  const about = useId();
  /** An answer is about what was typed then. */
  const said = answer.to === text ? answer : undefined;

  const send = async (): Promise<void> => {
    const dollars = dollarsIn(text);
    const was = seen.current;
    if (dollars === was) return;
    const say = (sentence: string, isBad: boolean): void =>
      setAnswer({ to: text, sentence, isBad });
    const { error } = spentOnSchema.safeParse({ campaign, dollars: dollars ?? 0 });
    if (error) {
      say(error.issues[0]?.message ?? '', true);
      return;
    }
    try {
      await ask(api.spent, { json: { month: report.month, campaign, dollars, was } });
      seen.current = dollars;
      say(words.spent.saved, false);
      saved(campaign, dollars);
    } catch (error) {
      const conflict = conflictSchema.safeParse(error instanceof AskError ? error.body : undefined);
      if (conflict.success) seen.current = conflict.data.spent;
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
