import { report as words } from '../../copy/report.ts';
import { businessHours, dayAt } from '../../shared/company-time.ts';
import { Chart } from './Chart.tsx';
import css from './days.module.css';
import report from './report.module.css';
import { dayIn } from './rows.ts';

const named = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' });
const nameOf = (day: string): string => named.format(Date.parse(day));

interface Day {
  day: string;
  /** Undefined if the day hasn't come yet. */
  count: number | undefined;
  weekday: number;
}

/** A bar for each day, and the same numbers on a calendar page. */
export function Days({ month, days }: { month: string; days: readonly number[] }) {
  const today = dayAt(Date.now());
  const all = days.map((count, i): Day => {
    const day = dayIn(month, i);
    const weekday = new Date(day).getUTCDay();
    return { day, count: day > today && count === 0 ? undefined : count, weekday };
  });
  return (
    <section className={report.chart} aria-labelledby="by-day">
      <h3 id="by-day">{words.days.heading}</h3>
      <Columns all={all} />
      <p className="small quiet">{words.days.closed}</p>
      <Calendar all={all} />
    </section>
  );
}

/** A round number that no bar is higher than. Its half is a whole number, too. */
function ceilingOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const steps = [2, 4, 6, 8, 10].map((it) => it * power);
  return steps.find((it) => it >= most) ?? most;
}

const isClosed = ({ weekday }: Day): boolean =>
  weekday < businessHours.firstDay || weekday > businessHours.lastDay;

function Columns({ all }: { all: readonly Day[] }) {
  const most = Math.max(...all.map(({ count = 0 }) => count));
  const busiest = all.find(({ count }) => count === most);
  const ceiling = ceilingOf(most);
  return (
    <Chart
      label={words.days.chart(busiest ? nameOf(busiest.day) : '', most)}
      ceiling={ceiling}
      format={words.number}
      names={all.map((_, i) => (i % 7 === 0 ? String(i + 1) : ''))}
    >
      {all.map((it, i) => {
        const height = (100 * (it.count ?? 0)) / ceiling;
        if (height === 0) return null;
        const place = { x: i + 0.15, y: 100 - height, width: 0.7, height };
        return <rect key={it.day} {...place} className={report.fill} data-closed={isClosed(it)} />;
      })}
    </Chart>
  );
}

function Calendar({ all }: { all: readonly Day[] }) {
  const before = all[0]?.weekday ?? 0;
  const cells = [...Array.from({ length: before }, () => undefined), ...all];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) =>
    Array.from({ length: 7 }, (__, weekday) => cells[i * 7 + weekday]),
  );
  return (
    <table className={css.calendar}>
      <caption className="sr-only">{words.days.heading}</caption>
      <thead>
        <tr>
          {words.days.weekdays.map((it) => (
            <th key={it} scope="col" abbr={it}>
              {it.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, i) => (
          <tr key={i}>
            {week.map((it, weekday) =>
              it ? (
                <td key={weekday} data-closed={isClosed(it)}>
                  <time dateTime={it.day}>{Number(it.day.slice(8))}</time>
                  {it.count !== undefined && (
                    <b>
                      {words.number(it.count)}
                      <span className="sr-only"> {words.days.leads(it.count)}</span>
                    </b>
                  )}
                </td>
              ) : (
                <td key={weekday} data-none="true" />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
