import type { CSSProperties } from 'react';
import { report as words } from '../../copy/report.ts';
import { monthAt, type Report } from '../../shared/report.ts';
import { monthName } from '../staff/format.ts';
import { Ads, type Spending } from './Ads.tsx';
import { Key, Outcomes } from './Outcomes.tsx';
import css from './report.module.css';
import {
  barsOfDays,
  barsOfSteps,
  columnsOfSteps,
  industriesOf,
  openIn,
  sourcesOf,
  stepsOf,
  totalOf,
  type Bar,
} from './rows.ts';

/** The month’s charts, or a sentence if there are no leads. What ads cost can be entered before one comes. */
export function Figures(spending: Spending) {
  const { report } = spending;
  const { month, total, held } = report;
  const { leads } = total;
  const name = monthName(month);
  const isPast = month < monthAt(Date.now());
  const isEmpty = leads + total.not_leads + held === 0;
  return (
    <>
      {isEmpty ? (
        <p className={`ticket ticket--torn ${css.none}`}>
          {isPast ? words.none(name) : words.noneYet(name)}
        </p>
      ) : (
        <Totals report={report} />
      )}
      {leads > 0 && <Key />}
      <Ads {...spending} />
      {leads > 0 && (
        <>
          <Outcomes {...words.industries} rows={industriesOf(report)} />
          <Outcomes {...words.sources} rows={sourcesOf(report)} />
          <Outcomes {...words.answered} rows={stepsOf(report)} columns={columnsOfSteps}>
            <Bars label={words.answered.chart} bars={barsOfSteps(report)} />
          </Outcomes>
          <section className={`stack ${css.chart}`}>
            <h3>{words.days.heading}</h3>
            <Bars label={words.days.heading} bars={barsOfDays(report)} />
            <p className="small quiet">{words.days.closed}</p>
          </section>
        </>
      )}
      {!isEmpty && <p className="small quiet">{words.about}</p>}
    </>
  );
}

function averageOf(spent: number, count: number): string {
  const few = words.eachOf(spent, count);
  return words.each(spent, count) + (few && ` (${few})`);
}

function Totals({ report }: { report: Report }) {
  const { totals, columns } = words;
  const { first_try, held } = report;
  const total = totalOf(report);
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

/** A picture of bars, which is a list to whoever can't see it. */
function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const highest = Math.max(...bars.map(({ size }) => size));
  return (
    <ol className={`small ${css.bars}`} aria-label={label}>
      {bars.map(({ label: name, short, size, value, isPale }) => (
        <li key={name} aria-hidden={value === undefined}>
          <span className="sr-only">{name}: </span>
          <b>{value}</b>
          {size > 0 && (
            <span
              className={css.fill}
              data-pale={isPale}
              style={{ '--size': size / highest } as CSSProperties}
            />
          )}
          <span aria-hidden="true">{short}</span>
        </li>
      ))}
    </ol>
  );
}
