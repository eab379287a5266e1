import { useRef, useState } from 'react';
import { report as words } from '../../copy/report.ts';
import { saveInBrowser } from '../../browser/save-file.ts';
import { api } from '../../shared/api.ts';
import { reportSchema, type Report } from '../../shared/report.ts';
import { browserWait, retrying, type Ask } from '../staff/ask.ts';
import { Button } from '../staff/Button.tsx';
import type { Admin } from '../staff/access.ts';
import { Gate } from '../staff/Gate.tsx';
import { useListener } from '../staff/listen.ts';
import page from '../staff/staff.module.css';
import { Figures } from './Figures.tsx';
import { monthName } from '../staff/format.ts';
import { monthIn, Months } from './Months.tsx';
import { csvOf, withSpent } from './rows.ts';

const monthHere = (): string => monthIn(location.search, Date.now());

/** The report of the month that the address names, or of another. */
async function reportOf(ask: Ask, month = monthHere(), signal?: AbortSignal): Promise<Report> {
  const response = await retrying(() => ask(`${api.report}?month=${month}`, { signal }), {
    wait: browserWait,
    signal,
  });
  return reportSchema.parse(await response.json());
}

export default function ReportIsland() {
  return <Gate heading={words.heading} Page={ReportPage} first={reportOf} />;
}

/** One month in charts, with their numbers. */
function ReportPage({ ask, first }: Admin<Report>) {
  const [month, setMonth] = useState(monthHere);
  /** Null if it failed, undefined until it is here. */
  const [report, setReport] = useState<Report | null | undefined>(first ?? null);
  const loading = useRef(new AbortController());

  const open = (it: string): void => {
    loading.current.abort();
    loading.current = new AbortController();
    const { signal } = loading.current;
    setMonth(it);
    setReport(undefined);
    void reportOf(ask, it, signal)
      .catch(() => null)
      .then((loaded) => {
        if (!signal.aborted) setReport(loaded);
      });
  };

  useListener('popstate', () => {
    open(monthHere());
  });

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
      <Months heading={heading} month={month} open={open} />
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
              open(month);
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
            report={report}
            ask={ask}
            month={month}
            saved={(campaign, spent) => {
              setReport((it) => (it?.month === month ? withSpent(it, campaign, spent) : it));
            }}
          />
        </>
      )}
    </div>
  );
}
