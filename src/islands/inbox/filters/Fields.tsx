import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { admin } from '../../../copy/admin.ts';
import { daysAfter, isDay } from '../../../shared/company-time.ts';
import type { FilterName } from '../../../shared/lead-filter.ts';
import { $today } from '../../staff/clock.ts';
import { useInbox } from '../inbox-store.ts';
import type { Filter } from './filter.ts';
import css from './filters.module.css';

export interface Option {
  label: string;
  change: Partial<Filter>;
}

const isChosen = (filter: Filter, { change }: Option): boolean =>
  Object.entries(change).every(([name, value]) => filter[name as FilterName] === value);

interface ChoiceProps {
  label: string;
  /** The last option stands for a filter that no other option matches. */
  options: readonly Option[];
}

/** A select with a label for screen readers only: its first option explains it to others. */
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
      {options.map((option) => (
        // Without a `value`, an option's value is its text, which a translator may change.
        <option key={option.label} value={option.label}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface TextProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  value: string;
  take: (text: string) => void;
  /** In ms. Also applies the text after this pause in typing. */
  pause?: number;
}

/** A text that filters when it is complete, not at each letter. */
export function Text({ label, value, take, pause, className = '', ...input }: TextProps) {
  const filter = useStore(useInbox().filter.$filter);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The filter may have changed elsewhere: Back, Forward, a link or a button.
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

const words = admin.filters;

/**
 * A number of days ends today. No last day is stored, so that the filter still includes tomorrow's leads
 * tomorrow.
 */
const untilToday = (today: string): Option[] =>
  (['', '1', '7', '30'] as const).map((days) => ({
    label: words.periods[days],
    change: { from: days && daysAfter(today, 1 - Number(days)), to: '' },
  }));

export function Days() {
  const { filter: store } = useInbox();
  const today = useStore($today);
  const filter = useStore(store.$filter);
  const { from, to } = filter;
  const usual = untilToday(today);
  // With a last day, the choice is a custom range, whichever days are typed.
  const options = [
    ...usual,
    { label: words.periods.range, change: { from: from || today, to: today } },
  ];
  return (
    <>
      <Choice label={words.days} options={options} />
      {!usual.some((it) => isChosen(filter, it)) && (
        <div className={css.range}>
          <Day
            label={words.from}
            value={from}
            onDay={(day) => store.choose({ from: day, to: to && day > to ? day : to })}
          />
          <Day
            label={words.to}
            value={to}
            onDay={(day) => store.choose({ to: day, from: day < from ? day : from })}
          />
        </div>
      )}
    </>
  );
}

/** Reports a day only when it is valid: typing the year 2026 passes through 2, 20 and 202. */
function Day(props: { label: string; value: string; onDay: (day: string) => void }) {
  const { label, value, onDay } = props;
  const [text, setText] = useState(value);
  const follow = (): void => setText(value);
  useEffect(follow, [value]);
  return (
    <label>
      <span className="small">{label}</span>
      <input
        type="date"
        className="field"
        aria-label={label}
        min="2000-01-01"
        max="2999-12-31"
        value={text}
        onBlur={follow}
        onChange={({ target }) => {
          setText(target.value);
          if (isDay(target.value)) onDay(target.value);
        }}
      />
    </label>
  );
}
