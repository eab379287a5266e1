import { useState, type InputHTMLAttributes } from 'react';
import { limits } from '../../../shared/fields.ts';
import css from './dialog.module.css';

interface Lookup<Answer> {
  isBusy: boolean;
  /** About what is typed: the answer to something else must not be acted on. */
  answer?: Answer;
}

/** Asks about what is typed. */
export function useLookup<Answer>(ask: (typed: string) => Promise<Answer>) {
  const [now, set] = useState<Lookup<Answer>>({ isBusy: false });
  return {
    ...now,
    forget: (): void => {
      set({ isBusy: false });
    },
    tell: (answer: Answer): void => {
      set({ ...now, answer });
    },
    async look(typed: string): Promise<void> {
      if (now.isBusy) return;
      const asked = { isBusy: true };
      set(asked);
      const answer = await ask(typed.trim());
      set((it) => (it === asked ? { isBusy: false, answer } : it));
    },
  };
}

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  lookup: Omit<ReturnType<typeof useLookup>, 'answer' | 'tell'>;
  label: string;
  button: string;
}

export const LookUp = ({ lookup, label, button, ...field }: Props) => (
  <form
    noValidate
    className={`flow ${css.form}`}
    onSubmit={(event) => {
      event.preventDefault();
      const typed = new FormData(event.currentTarget).get('typed') as string;
      if (!field.readOnly) void lookup.look(typed);
    }}
  >
    <label>
      {label}
      <input
        name="typed"
        className="field"
        aria-label={label}
        autoComplete="off"
        maxLength={limits.email}
        onChange={lookup.forget}
        {...field}
      />
    </label>
    <button type="submit" className="tool" aria-disabled={lookup.isBusy || field.readOnly}>
      {button}
    </button>
  </form>
);
