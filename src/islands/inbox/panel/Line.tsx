import { useEffect, useId, useRef, useState, type InputHTMLAttributes } from 'react';
import { followUp } from '../../../copy/follow-up-words.ts';
import { intoView } from '../focus.ts';
import css from './details.module.css';

interface LineProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  stored: string;
  /** Returns an error sentence, or undefined. */
  save: (text: string) => string | undefined;
}

/** A one-line field that keeps the typed text even if saving fails. */
export function Line({ label, stored, save, ...input }: LineProps) {
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // The error makes the form taller.
  useEffect(() => intoView(form.current), [problem]);
  return (
    <form
      ref={form}
      className={`flow ${css.line}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = save((new FormData(event.currentTarget).get('line') as string).trim());
        setProblem(found);
        if (found === undefined) focusChoice(event.currentTarget);
      }}
    >
      <label>
        <span className="small">{label}</span>
        <input
          {...input}
          name="line"
          className="field"
          aria-label={label}
          autoComplete="off"
          defaultValue={stored}
          aria-invalid={problem !== undefined}
          aria-describedby={id}
        />
      </label>
      <button className="tool">{followUp.outcome.save}</button>
      <p id={id} role="alert" data-tone="bad">
        {problem}
      </p>
    </form>
  );
}

/** Moves the focus out of the field or the question, so that shortcut keys act on the lead again. */
export const focusChoice = (inside: Element, choice = '[aria-pressed=true]'): void => {
  inside.closest('section')?.querySelector<HTMLElement>(choice)?.focus();
};
