import { useState } from 'react';
import { saveInBrowser } from '../../browser/save-file.ts';
import { report as words } from '../../copy/report-words.ts';
import { monthAt, monthsAfter, type Report, type ReportBy } from '../../shared/report-schema.ts';
import { Button } from '../staff/Button.tsx';
import { monthName } from '../staff/format.ts';
import { gated, type Admin } from '../staff/Gate.tsx';
import { addressOf, asked, hasReport, load } from './load.ts';
import { isEmpty, Month } from './Month.tsx';
import css from './report.module.css';
import { csvOf } from './columns.ts';
import { Rows } from './Rows.tsx';

export default gated({
  heading: words.title,
  Page: ReportPage,
  first(ask, client) {
    const { month, by } = asked();
    return load(ask, client, month, by);
  },
});

function ReportPage({ ask, client, first }: Admin<Report>) {
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
                saveInBrowser(file, words.csv.name(report.month, report.by));
              }}
            >
              {words.csv.save}
            </Button>
          )}
          <a href="/admin">{words.back}</a>
        </p>
      </header>
      <Months {...(report ?? asked())} />
      {report ? (
        <>
          {report.is_partial && <p data-tone="bad">{words.partial}</p>}
          <Month report={report} />
          <Rows
            report={report}
            ask={ask}
            client={client}
            setReport={(next) => setReport((it) => it && next(it))}
          />
          {!isEmpty(report) && <p className="small quiet">{words.about}</p>}
        </>
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

function Months({ month, by }: { month: string; by: ReportBy }) {
  const present = monthAt(Date.now());
  const linkTo = (step: -1 | 1) => {
    const to = monthsAfter(month, step);
    if (!hasReport(to, present)) return <span />;
    const name = monthName(to);
    return (
      <a
        className="tool no-print"
        href={addressOf(to, by)}
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
