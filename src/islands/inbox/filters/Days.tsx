import { useEffect, useState } from 'react';
import { admin } from '../../../copy/admin.ts';
import { dayAt, daysAfter, isDay } from '../../../shared/company-time.ts';
import { Choice, type FilterProps } from './Fields.tsx';
import type { Filter } from './filter.ts';
import css from './filters.module.css';

const words = admin.filters;

/** The periods to choose from. A number of days ends today and stores no last day. */
const untilToday = ['', '1', '7', '30'] as const;
const periods = [...untilToday, 'range'] as const;
type Period = (typeof periods)[number];

const sinceDay = (period: Exclude<Period, 'range'>, today: string): string =>
  period === '' ? '' : daysAfter(today, 1 - Number(period));

export function periodOf({ from, to }: Filter, today: string): Period {
  if (to !== '') return 'range';
  return untilToday.find((it) => sinceDay(it, today) === from) ?? 'range';
}

const options = periods.map((value) => ({ value, label: words.periods[value] }));

/** Filters by day: one of the usual periods, or a first and a last day. */
export function Days({ filter, choose }: FilterProps) {
  const today = dayAt(Date.now());
  const period = periodOf(filter, today);
  const [isRange, setRange] = useState(period === 'range');
  useEffect(() => {
    setRange(period === 'range');
  }, [period]);
  const { from, to } = filter;

  const pick = (value: Period): void => {
    setRange(value === 'range');
    if (value !== 'range') choose({ from: sinceDay(value, today), to: '' });
  };

  return (
    <>
      <Choice
        label={words.days}
        value={isRange ? 'range' : period}
        options={options}
        choose={pick}
      />
      {isRange && (
        <div className={css.range}>
          <Day
            label={words.from}
            value={from}
            onDay={(day) => {
              choose({ from: day, to: to && day > to ? day : to });
            }}
          />
          <Day
            label={words.to}
            value={to}
            onDay={(day) => {
              choose({ to: day, from: day && day < from ? day : from });
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
  useEffect(() => {
    setText(value);
  }, [value]);
  return (
    <label>
      <span className="small">{label}</span>
      <input
        type="date"
        className="field"
        min="2000-01-01"
        max="2999-12-31"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (isDay(target.value) || target.value === '') onDay(target.value);
        }}
      />
    </label>
  );
}
