import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { admin } from '../../../copy/admin.ts';
import { dayAt, daysAfter, isDay } from '../../../shared/company-time.ts';
import { useInbox } from '../inbox-store.ts';
import { Choice, isChosen, type Option } from './Fields.tsx';
import { now } from '../../staff/clock.ts';
import css from './filters.module.css';

const words = admin.filters;

/** A number of days ends today and stores no last day, so that it goes on tomorrow. */
const untilToday = (today: string): Option[] =>
  (['', '1', '7', '30'] as const).map((days) => ({
    label: words.periods[days],
    change: { from: days && daysAfter(today, 1 - Number(days)), to: '' },
  }));

/** Filters by day: one of the usual periods, or a first and a last day. */
export function Days() {
  const { filter: store } = useInbox();
  const today = dayAt(now());
  const filter = useStore(store.$filter);
  const { from, to } = filter;
  const usual = untilToday(today);
  // A last day makes it a range, whichever days are typed.
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
            onDay={(day) => {
              store.choose({ from: day, to: to && day > to ? day : to });
            }}
          />
          <Day
            label={words.to}
            value={to}
            onDay={(day) => {
              store.choose({ to: day, from: day < from ? day : from });
            }}
          />
        </div>
      )}
    </>
  );
}

/** Reports a day only once it is valid: typing the year 2026 passes through 2, 20 and 202. */
function Day(props: { label: string; value: string; onDay: (day: string) => void }) {
  const { label, value, onDay } = props;
  const [text, setText] = useState(value);
  const follow = (): void => {
    setText(value);
  };
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
