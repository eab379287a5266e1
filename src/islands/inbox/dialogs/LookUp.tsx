import { useState, type InputHTMLAttributes } from 'react';
import { limits } from '../../../shared/fields.ts';
import css from './dialog.module.css';

interface Lookup<Answer> {
  typed: string;
  isBusy: boolean;
  /** About what is typed: the answer to something else must not be acted on. */
  answer?: Answer;
}

/** Asks about what is typed. */
export function useLookup<Answer>(ask: (typed: string) => Promise<Answer>, first = '') {
  const [now, set] = useState<Lookup<Answer>>({ typed: first, isBusy: false });
  return {
    ...now,
    type: (typed: string): void => {
      set({ typed, isBusy: false });
    },
    tell: (answer: Answer): void => {
      set({ ...now, answer });
    },
    async look(): Promise<void> {
      if (now.isBusy) return;
      const asked = { typed: now.typed, isBusy: true };
      set(asked);
      const answer = await ask(now.typed.trim());
      set((it) => (it === asked ? { ...asked, isBusy: false, answer } : it));
    },
  };
}

interface Props {
  lookup: Omit<ReturnType<typeof useLookup>, 'answer' | 'tell'>;
  label: string;
  button: string;
  isDisabled?: boolean;
  field?: InputHTMLAttributes<HTMLInputElement>;
}

export const LookUp = ({ lookup, label, button, isDisabled = false, field }: Props) => (
  <form
    noValidate
    className={`flow ${css.form}`}
    onSubmit={(event) => {
      event.preventDefault();
      if (!isDisabled) void lookup.look();
    }}
  >
    <label>
      {label}
      <input
        className="field"
        autoComplete="off"
        maxLength={limits.email}
        value={lookup.typed}
        onChange={({ target }) => {
          lookup.type(target.value);
        }}
        {...field}
      />
    </label>
    <button type="submit" className="tool" aria-disabled={lookup.isBusy || isDisabled}>
      {button}
    </button>
  </form>
);
