import { useEffect, useState } from 'react';
import { admin } from '../../../copy/admin.ts';
import { dayAt, isDay } from '../../../shared/company-time.ts';
import { periodOf, periods, sinceDay, type Filter, type Period } from './filter.ts';
import { Choice } from './Views.tsx';
import css from './filters.module.css';

const words = admin.filters;

interface Props {
  filter: Filter;
  choose: (change: Partial<Filter>) => void;
}

/** Filters by day: one of the usual periods, or a first and a last day. */
export function Days({ filter, choose }: Props) {
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
        choose={(value) => {
          pick(periods.find((it) => it === value) ?? '');
        }}
      >
        {periods.map((it) => (
          <option key={it} value={it}>
            {words.periods[it]}
          </option>
        ))}
      </Choice>
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
