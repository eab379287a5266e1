import type { MouseEvent, RefObject } from 'react';
import { report as words } from '../../copy/report.ts';
import { isMonth, monthAt, monthsAfter } from '../../shared/report.ts';
import { monthName } from '../staff/format.ts';
import css from './report.module.css';

/** The API knows only such months, and the future has none. */
const hasReport = (month: string, present: string): boolean => isMonth(month) && month <= present;

/** The month that the page's address asks for, if it has a report, or else this month. */
export function monthIn(search: string, now: number): string {
  const month = new URLSearchParams(search).get('month') ?? '';
  const present = monthAt(now);
  return hasReport(month, present) ? month : present;
}

interface Props {
  /** Takes the focus when what had it leaves the page. */
  heading: RefObject<HTMLHeadingElement | null>;
  month: string;
  open: (month: string) => void;
}

/** The month, and links to the ones before and after that have a report. */
export function Months({ heading, month, open }: Props) {
  const present = monthAt(Date.now());
  const linkTo = (step: -1 | 1, sign: string, rel: 'prev' | 'next') => {
    const to = monthsAfter(month, step);
    if (!hasReport(to, present)) return <span />;
    const href = `?month=${to}`;
    const follow = (event: MouseEvent): void => {
      // A new tab is the browser's to open.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, '', href);
      open(to);
      // No link leads on from there.
      if (!hasReport(monthsAfter(to, step), present)) heading.current?.focus();
    };
    return (
      <a
        className="tool no-print"
        href={href}
        rel={rel}
        aria-label={monthName(to)}
        onClick={follow}
      >
        {sign} <span>{monthName(to)}</span>
      </a>
    );
  };
  return (
    <nav className={css.months} aria-label={words.months}>
      {linkTo(-1, '←', 'prev')}
      <h2 ref={heading} tabIndex={-1}>
        {month === present ? words.soFar(monthName(month)) : monthName(month)}
      </h2>
      {linkTo(1, '→', 'next')}
    </nav>
  );
}
