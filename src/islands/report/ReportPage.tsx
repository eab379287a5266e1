import { useEffect, useRef, useState } from 'react';
import { report as words } from '../../copy/report.ts';
import { saveInBrowser } from '../../browser/save-file.ts';
import { api } from '../../shared/api.ts';
import { reportSchema, type Report } from '../../shared/report.ts';
import { browserWait, retrying, type Ask } from '../staff/ask.ts';
import { Button } from '../staff/Button.tsx';
import type { Admin } from '../staff/access.ts';
import page from '../staff/staff.module.css';
import { Figures } from './Figures.tsx';
import { monthName } from '../staff/format.ts';
import { monthIn, Months } from './Months.tsx';
import { csvOf, withSpent } from './rows.ts';

/** A month may be asked for again, so each time is an object of its own. */
const asksFor = (month = monthIn(location.search, Date.now())) => ({ month });

/** The report of the month that the address names, or of another. */
export async function reportOf(
  ask: Ask,
  { month } = asksFor(),
  signal?: AbortSignal,
): Promise<Report> {
  const response = await retrying(() => ask(`${api.report}?month=${month}`, { signal }), {
    wait: browserWait,
    signal,
  });
  return reportSchema.parse(await response.json());
}

/** One month in charts, with their numbers. */
export function ReportPage({ ask, first }: Admin<Report>) {
  const [asked, setAsked] = useState(asksFor);
  const [answer, setAnswer] = useState<{ to: typeof asked; report: Report | null }>({
    to: asked,
    report: first ?? null,
  });
  const { month } = asked;
  const isAnswered = answer.to === asked;
  // Null if it failed, undefined until it is here.
  const report = isAnswered ? answer.report : undefined;

  useEffect(() => {
    if (isAnswered) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    void reportOf(ask, asked, signal)
      .catch(() => null)
      .then((it) => {
        if (!signal.aborted) setAnswer({ to: asked, report: it });
      });
    return () => {
      stop.abort();
    };
  }, [ask, asked, isAnswered]);

  useEffect(() => {
    const follow = (): void => {
      setAsked(asksFor());
    };
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
    };
  }, []);

  const heading = useRef<HTMLHeadingElement>(null);
  const name = monthName(month);
  return (
    <div className={page.page}>
      <header className="staff-head">
        <h1>{words.heading}</h1>
        <a className="no-print" href="/admin">
          {words.back}
        </a>
      </header>
      <Months
        heading={heading}
        month={month}
        open={(it) => {
          setAsked(asksFor(it));
        }}
      />
      <p role="status" className={report ? 'sr-only' : ''}>
        {report === undefined && words.loading}
        {report === null && words.failed}
        {report && words.loaded(name)}
      </p>
      {report === null && (
        <p>
          <Button
            className="button"
            onPress={() => {
              heading.current?.focus();
              setAsked(asksFor(month));
            }}
          >
            {words.retry}
          </Button>
        </p>
      )}
      {report && (
        <>
          <p className="no-print">
            <Button
              onPress={() => {
                const file = new Blob([csvOf(report)], { type: 'text/csv' });
                saveInBrowser(file, words.csv.name(month));
              }}
            >
              {words.csv.save}
            </Button>
          </p>
          <Figures
            // A field may have what somebody typed about another month.
            key={month}
            report={report}
            ask={ask}
            month={month}
            saved={(campaign, spent) => {
              setAnswer(({ to, report: old }) => ({
                to,
                report: old?.month === month ? withSpent(old, campaign, spent) : old,
              }));
            }}
          />
        </>
      )}
    </div>
  );
}
