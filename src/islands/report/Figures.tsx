import { report as words } from '../../copy/report.ts';
import { monthAt, type Report } from '../../shared/report.ts';
import { industryLabel } from '../staff/format.ts';
import { Bars } from './Bars.tsx';
import { Days } from './Days.tsx';
import css from './report.module.css';

/** The month’s charts, or a sentence if there are no leads. */
export function Figures({ report, name }: { report: Report; name: string }) {
  const { month, days, total, industries, sources, ads } = report;
  const { leads } = total;
  if (leads === 0 && report.held === 0 && ads.length === 0) {
    const isPast = month < monthAt(Date.now());
    return (
      <p className={`ticket ticket--torn ${css.none}`}>
        {isPast ? words.none(name) : words.noneYet(name)}
      </p>
    );
  }
  const { steps, rest, ...soon } = words.answered;
  const byLeads = Object.entries(industries)
    .map(([industry, { leads }]) => ({ label: industryLabel(industry), count: leads }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const answered = cumulated(report.answered);
  return (
    <>
      <Totals report={report} leads={leads} />
      {leads > 0 && (
        <>
          <Days month={month} days={days} />
          <div className="split">
            <Bars {...words.industries} whole={leads} longest={byLeads[0]?.count} rows={byLeads} />
            <div className="stack stack--wide">
              <Bars
                {...soon}
                whole={leads}
                rows={[
                  ...steps.map((label, i) => ({ label, count: answered[i] ?? 0 })),
                  { label: rest, count: leads - (answered.at(-1) ?? 0), isRest: true },
                ]}
              />
              <Bars
                {...words.sources}
                whole={leads}
                rows={Object.entries(words.sources.labels).map(([source, label]) => ({
                  label,
                  count: sources[source]?.leads ?? 0,
                }))}
              />
              {ads.length > 0 && <Ads ads={ads} whole={leads} />}
            </div>
          </div>
        </>
      )}
      <p className="small quiet">{words.about}</p>
    </>
  );
}

/** How many were answered in less than each step. */
const cumulated = (answered: Report['answered']): number[] =>
  answered
    .slice(0, -1)
    .map((_, i) => answered.slice(0, i + 1).reduce((sum, it) => sum + it.leads, 0));

/** More than these make no chart that can be read. */
const mostAds = 10;

function Ads({ ads, whole }: { ads: Report['ads']; whole: number }) {
  const { rest, ...texts } = words.ads;
  const shown = ads.slice(0, mostAds);
  const others = whole - shown.reduce((sum, it) => sum + it.leads, 0);
  return (
    <Bars
      {...texts}
      whole={whole}
      rows={[
        ...shown.map(({ name, leads }) => ({ label: name, count: leads })),
        ...(others > 0 ? [{ label: rest, count: others, isRest: true }] : []),
      ]}
    />
  );
}

function Totals({ report: { first_try, total, held }, leads }: { report: Report; leads: number }) {
  const { totals } = words;
  const lines = [
    [totals.firstTry, totals.of(first_try, leads)],
    [totals.atOnce, totals.of(total.soon, leads)],
    ...(held > 0 ? [[totals.held, words.number(held)] as const] : []),
  ] as const;
  return (
    <section className={`ticket ticket--torn ${css.totals}`} aria-label={totals.heading}>
      <dl>
        <div className={`line ${css.received}`}>
          <dt>{totals.received}</dt>
          <dd>{words.number(leads)}</dd>
        </div>
        {lines.map(([label, amount]) => (
          <div key={label} className="line">
            <dt>{label}</dt>
            <dd className="amount">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
