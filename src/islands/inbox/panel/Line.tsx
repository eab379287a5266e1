import { useEffect, useId, useRef, useState, type InputHTMLAttributes } from 'react';
import { followUp } from '../../../copy/follow-up-words.ts';
import { intoView } from '../focus.ts';
import css from './details.module.css';

interface LineProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  stored: string;
  /** Returns a sentence about what is wrong, if anything is. */
  save: (text: string) => string | undefined;
}

/** One line to write, which keeps what was typed whatever comes of it. */
export function Line({ label, stored, save, ...input }: LineProps) {
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // A problem makes it longer.
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

/** Leaves the field or the question, so that keys act on the lead again. */
export const focusChoice = (inside: Element, choice = '[aria-pressed=true]'): void => {
  inside.closest('section')?.querySelector<HTMLElement>(choice)?.focus();
};
