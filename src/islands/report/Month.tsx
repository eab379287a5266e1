import type { CSSProperties } from 'react';
import { report as words } from '../../copy/report-words.ts';
import { dayAt, isBusinessDay } from '../../shared/company-time.ts';
import { monthAt, type Report } from '../../shared/report-schema.ts';
import { monthName } from '../staff/format.ts';
import css from './report.module.css';
import { dayIn, openIn } from './columns.ts';

export const isEmpty = ({ total, held }: Report): boolean =>
  total.leads + total.not_leads + held === 0;

export function Month({ report }: { report: Report }) {
  const { month, total } = report;
  if (isEmpty(report)) {
    const isPast = month < monthAt(Date.now());
    return (
      <p className={`ticket ticket--torn ${css.none}`}>
        {isPast ? words.none(monthName(month)) : words.noneYet(monthName(month))}
      </p>
    );
  }
  return (
    <div className={css.month}>
      <Totals report={report} />
      {total.leads > 0 && <Days report={report} />}
    </div>
  );
}

function averageOf(spent: number, count: number): string {
  const few = words.eachOf(spent, count);
  return words.each(spent, count) + (few && ` (${few})`);
}

function Totals({ report: { total, first_try, held } }: { report: Report }) {
  const { totals, columns } = words;
  const { leads, soon, won, lost, amount, not_leads, spent } = total;
  const reasons = words.because(total.reasons);
  const lines: readonly (readonly [label: string, amount: string] | false)[] = [
    [totals.firstTry, words.of(first_try, leads)],
    [totals.atOnce, words.of(soon, leads)],
    [columns.won, words.of(won, leads)],
    [reasons ? `${columns.lost}: ${reasons}` : columns.lost, words.of(lost, leads)],
    [columns.open, words.number(openIn(total))],
    [columns.amount, words.dollars(amount)],
    spent !== undefined && [columns.spent, words.dollars(spent)],
    spent !== undefined && [totals.eachLead, averageOf(spent, leads)],
    spent !== undefined && [totals.eachCustomer, averageOf(spent, won)],
    not_leads > 0 && [totals.notLeads, words.number(not_leads)],
    held > 0 && [totals.held, words.number(held)],
  ];
  return (
    <section className={`ticket ticket--torn ${css.totals}`} aria-label={totals.heading}>
      <dl>
        <div className={`line ${css.received}`}>
          <dt>{totals.received}</dt>
          <dd>{words.number(leads)}</dd>
        </div>
        {lines.map(
          (line) =>
            line && (
              <div key={line[0]} className="line">
                <dt>{line[0]}</dt>
                <dd className="amount">{line[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

const dayName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
});

/** A bar chart, which a screen reader reads as a list. */
function Days({ report: { month, days } }: { report: Report }) {
  const highest = Math.max(...days);
  const today = dayAt(Date.now());
  return (
    <section className={`stack ${css.chart}`}>
      <h3>{words.days.heading}</h3>
      <ol className={`small ${css.bars}`} aria-label={words.days.heading}>
        {days.map((count, i) => {
          const day = dayIn(month, i);
          const isToCome = count === 0 && day > today;
          return (
            <li key={day} aria-hidden={isToCome}>
              <span className="sr-only">{dayName.format(Date.parse(day))}: </span>
              <b>{!isToCome && words.number(count)}</b>
              {count > 0 && (
                <span
                  className={css.bar}
                  data-closed={!isBusinessDay(day)}
                  style={{ '--size': count / highest } as CSSProperties}
                />
              )}
              <span aria-hidden="true">{i % 7 === 0 && i + 1}</span>
            </li>
          );
        })}
      </ol>
      <p className="small quiet">{words.days.closed}</p>
    </section>
  );
}
