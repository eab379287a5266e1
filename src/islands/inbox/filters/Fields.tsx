import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import type { FilterName } from '../../../shared/lead-filter.ts';
import { useInbox } from '../inbox-store.ts';
import type { Filter } from './filter.ts';

export interface Option {
  label: string;
  /** What choosing it changes in the filter. */
  change: Partial<Filter>;
}

export const isChosen = (filter: Filter, { change }: Option): boolean =>
  Object.entries(change).every(([name, value]) => filter[name as FilterName] === value);

interface ChoiceProps {
  label: string;
  /** The last one stands for a filter that no other makes. */
  options: readonly Option[];
}

/** A select whose label only a screen reader says: its first option says enough to others. */
export function Choice({ label, options }: ChoiceProps) {
  const { filter: store } = useInbox();
  const filter = useStore(store.$filter);
  const chosen = options.find((it) => isChosen(filter, it)) ?? options.at(-1);
  return (
    <select
      className="field"
      aria-label={label}
      value={chosen?.label}
      onChange={({ target }) => {
        const option = options[target.selectedIndex];
        if (option) store.choose(option.change);
      }}
    >
      {options.map((it) => (
        <option key={it.label}>{it.label}</option>
      ))}
    </select>
  );
}

interface TextProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** As the filter has it. */
  value: string;
  take: (text: string) => void;
  /** Also takes the text after a pause in typing of this many milliseconds. */
  pause?: number;
}

/** A text that filters when it is complete: its letters would each be a filter of their own. */
export function Text({ label, value, take, pause, className = '', ...input }: TextProps) {
  const filter = useStore(useInbox().filter.$filter);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, Forward, a link or a button may have changed the filter.
  useEffect(() => {
    clearTimeout(timer.current);
    setText((typed) => (typed.trim() === value ? typed : value));
  }, [filter, value]);

  const takeNow = (): void => {
    clearTimeout(timer.current);
    take(text.trim());
  };

  return (
    <input
      {...input}
      className={`field ${className}`}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(timer.current);
        if (pause !== undefined) timer.current = setTimeout(take, pause, target.value.trim());
      }}
      onBlur={takeNow}
      onKeyDown={({ key }) => {
        if (key === 'Enter') takeNow();
      }}
    />
  );
}
