import { useState } from 'react';
import { report as words } from '../../copy/report.ts';
import { saveInBrowser } from '../../browser/save-file.ts';
import { api } from '../../shared/api.ts';
import { isMonth, monthAt, monthsAfter, reportSchema, type Report } from '../../shared/report.ts';
import { retrying, type Ask } from '../staff/ask.ts';
import { Button } from '../staff/Button.tsx';
import { monthName } from '../staff/format.ts';
import { gated, type Admin } from '../staff/Gate.tsx';
import { Figures } from './Figures.tsx';
import css from './report.module.css';
import { csvOf, withSpent } from './rows.ts';

/** The API knows only such months, and the future has none. */
const hasReport = (month: string, present: string): boolean => isMonth(month) && month <= present;

/** The month that the page's address asks for, if it has a report, or else this month. */
function monthHere(): string {
  const month = new URLSearchParams(location.search).get('month') ?? '';
  const present = monthAt(Date.now());
  return hasReport(month, present) ? month : present;
}

async function reportHere(ask: Ask): Promise<Report> {
  const response = await retrying(() => ask(`${api.report}?month=${monthHere()}`));
  return reportSchema.parse(await response.json());
}

export default gated({ heading: words.title, Page: ReportPage, first: reportHere });

function ReportPage({ ask, first }: Admin<Report>) {
  const [report, setReport] = useState(first);
  return (
    <div className="stack staff-parts">
      <header className="staff-head">
        <h1>{words.title}</h1>
        <p className="flow no-print">
          {report && (
            <Button
              onPress={() => {
                const file = new Blob([csvOf(report)], { type: 'text/csv' });
                saveInBrowser(file, words.csv.name(report.month));
              }}
            >
              {words.csv.save}
            </Button>
          )}
          <a href="/admin">{words.back}</a>
        </p>
      </header>
      <Months month={report?.month ?? monthHere()} />
      {report ? (
        <Figures
          report={report}
          ask={ask}
          saved={(campaign, spent) => setReport((it) => it && withSpent(it, campaign, spent))}
        />
      ) : (
        <>
          <p role="status">{words.failed}</p>
          <p>
            <Button className="button" onPress={() => location.reload()}>
              {words.retry}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

/** The month, and links to the ones before and after that have a report. */
function Months({ month }: { month: string }) {
  const present = monthAt(Date.now());
  const linkTo = (step: -1 | 1) => {
    const to = monthsAfter(month, step);
    if (!hasReport(to, present)) return <span />;
    const name = monthName(to);
    return (
      <a
        className="tool no-print"
        href={`?month=${to}`}
        rel={step < 0 ? 'prev' : 'next'}
        aria-label={name}
      >
        {step < 0 && '←'} <span>{name}</span> {step > 0 && '→'}
      </a>
    );
  };
  return (
    <nav className={css.months} aria-label={words.months}>
      {linkTo(-1)}
      <h2 className="h3">{month === present ? words.soFar(monthName(month)) : monthName(month)}</h2>
      {linkTo(1)}
    </nav>
  );
}
