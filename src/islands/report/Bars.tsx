import { useId } from 'react';
import { report as words } from '../../copy/report.ts';
import css from './report.module.css';

interface Row {
  label: string;
  count: number;
  /** The rest beside the other rows. */
  isRest?: boolean;
}

interface Props {
  heading: string;
  /** The heading of the rows. */
  column: string;
  hint?: string;
  /** The whole that the shares are parts of. */
  whole: number;
  /** The number that fills a bar, if that isn't the whole. */
  longest?: number | undefined;
  rows: readonly Row[];
}

/** A table with a bar under each row, so that the chart and its numbers are one thing. */
export function Bars({ heading, column, hint, whole, longest = whole, rows }: Props) {
  const id = useId();
  return (
    <section className={css.chart} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {hint !== undefined && <p className="small quiet">{hint}</p>}
      <table className={css.bars}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{words.columns.leads}</th>
            <th scope="col">{words.columns.share}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, count, isRest = false }) => (
            <tr key={label} data-rest={isRest}>
              <th scope="row">
                {label}
                <Bar share={count / longest} />
              </th>
              <td>{words.number(count)}</td>
              <td>{words.percent(count, whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Stretched to its place, which keeps the outline as thin as it is. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={css.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {share > 0 && <rect width={100 * share} height="10" className={css.fill} />}
    </svg>
  );
}
