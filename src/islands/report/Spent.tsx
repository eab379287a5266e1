import { useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { report as words } from '../../copy/report-words.ts';
import { api } from '../../shared/api.ts';
import { adNameLimit } from '../../shared/attribution.ts';
import { spentOnSchema } from '../../shared/report-schema.ts';
import { AskError, sentenceIn, type Ask } from '../staff/ask.ts';
import { dollarsIn } from '../../shared/pricing.ts';
import css from './report.module.css';

export function AnotherCampaign({ add }: { add: (campaign: string) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = (new FormData(form).get('campaign') as string).trim();
    if (name === '') return;
    form.reset();
    flushSync(() => add(name));
    const field = `[aria-label="${CSS.escape(words.spent.on(name))}"]`;
    form.parentElement?.querySelector<HTMLElement>(field)?.focus();
  };
  return (
    <form className={css.another} onSubmit={submit}>
      <input
        name="campaign"
        className="field"
        aria-label={words.spent.another}
        placeholder={words.spent.another}
        maxLength={adNameLimit}
        autoComplete="off"
        required
      />
      <button className="tool">{words.spent.add}</button>
    </form>
  );
}

interface Props {
  month: string;
  campaign: string;
  /** Null: no admin has entered it. */
  spent: number | null;
  ask: Ask;
  saved: (campaign: string, spent: number | null) => void;
  /** Runs `save` after the previous one, because each sends the cost that the admin has seen. */
  queue: (save: () => Promise<boolean>) => void;
}

const textOf = (spent: number | null): string => (spent === null ? '' : words.plainDollars(spent));

const conflictSchema = z.object({ spent: z.nullable(z.number()) });

export function Spent({ month, campaign, spent, ask, saved, queue }: Props) {
  const [text, setText] = useState(textOf(spent));
  const [answer, setAnswer] = useState({ to: '', sentence: '', isBad: false });
  const seen = useRef(spent);
  /** A failed text is retried only by Enter: leaving the field must not replace a colleague's number. */
  const tried = useRef(text);
  const about = useId();
  /** A message belongs to the text that was sent. */
  const message = answer.to === text ? answer : undefined;

  /** Returns whether the stored cost equals the field. */
  const send = async (): Promise<boolean> => {
    const dollars = dollarsIn(text);
    const was = seen.current;
    if (dollars === was) return true;
    const say = (sentence: string, isBad: boolean): boolean => {
      setAnswer({ to: text, sentence, isBad });
      return !isBad;
    };
    const { error } = spentOnSchema.safeParse({ campaign, dollars: dollars ?? 0 });
    if (error) return say(error.issues[0]?.message ?? '', true);
    try {
      await ask(api.spent, { json: { month, campaign, dollars, was } });
      seen.current = dollars;
      saved(campaign, dollars);
      return say(words.spent.saved, false);
    } catch (error) {
      const conflict = conflictSchema.safeParse(error instanceof AskError ? error.body : undefined);
      if (conflict.success) seen.current = conflict.data.spent;
      return say(sentenceIn(error) ?? words.spent.failed, true);
    }
  };

  const save = (): void => {
    tried.current = text;
    queue(send);
  };

  return (
    <>
      <input
        className={`field ${css.spent}`}
        inputMode="decimal"
        autoComplete="off"
        aria-label={words.spent.on(campaign)}
        placeholder={words.columns.spent}
        aria-invalid={message?.isBad ?? false}
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
      <small id={about} role="status" data-bad={message?.isBad ?? false}>
        {message?.sentence}
      </small>
    </>
  );
}
