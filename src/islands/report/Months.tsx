import type { MouseEvent, RefObject } from 'react';
import { report as words } from '../../copy/report.ts';
import { monthAt, monthsAfter } from '../../shared/report.ts';
import css from './report.module.css';

const named = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
export const monthName = (month: string): string => named.format(Date.parse(month));

interface Props {
  /** Takes the focus when what had it leaves the page. */
  heading: RefObject<HTMLHeadingElement | null>;
  month: string;
  open: (month: string) => void;
}

/** The month, and links to the ones before and after. No link leads into the future. */
export function Months({ heading, month, open }: Props) {
  const present = monthAt(Date.now());
  const linkTo = (to: string, sign: string, rel: 'prev' | 'next') => {
    const href = `?month=${to}`;
    const follow = (event: MouseEvent): void => {
      // A new tab is the browser's to open.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, '', href);
      open(to);
      // No link leads on from there.
      if (to === present) heading.current?.focus();
    };
    return (
      <a className="tool no-print" href={href} rel={rel} onClick={follow}>
        <span aria-hidden="true">{sign}</span> <span>{monthName(to)}</span>
      </a>
    );
  };
  return (
    <nav className={css.months} aria-label={words.months}>
      {linkTo(monthsAfter(month, -1), '←', 'prev')}
      <h2 ref={heading} tabIndex={-1}>
        {month === present ? words.soFar(monthName(month)) : monthName(month)}
      </h2>
      {month < present ? linkTo(monthsAfter(month, 1), '→', 'next') : <span />}
    </nav>
  );
}
