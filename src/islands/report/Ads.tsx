import { useState } from 'react';
import { report as words } from '../../copy/report.ts';
import { adNameLimit } from '../../shared/attribution.ts';
import type { Report } from '../../shared/report.ts';
import { Cell, Outcomes } from './Outcomes.tsx';
import css from './report.module.css';
import { adsOf, columns, costs, restOf } from './rows.ts';
import { Spent, type Spending } from './Spent.tsx';

/** What became of the leads of each campaign, and what it cost. */
export function Ads({ report, ...spending }: Spending & { report: Report }) {
  const { rest, another, ...texts } = words.ads;
  const [name, setName] = useState('');
  const [added, setAdded] = useState(0);
  return (
    <Outcomes
      {...texts}
      rows={[...adsOf(report), ...restOf(report)]}
      more={{
        labels: [words.columns.spent, ...costs.map(({ label }) => label)],
        cells: (row) => [
          <td key={words.columns.spent}>
            {!row.isRest && <Spent {...spending} campaign={row.label} spent={row.spent ?? null} />}
          </td>,
          ...costs.map((it) =>
            row.isRest ? <td key={it.label} /> : <Cell key={it.label} column={it} row={row} />,
          ),
        ],
      }}
    >
      <tr className="no-print">
        <td colSpan={columns.length + 1}>
          <input
            className={`field ${css.another}`}
            aria-label={another}
            placeholder={another}
            maxLength={adNameLimit}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </td>
        <td>
          <Spent
            {...spending}
            key={added}
            campaign={name.trim()}
            spent={null}
            saved={(...one) => {
              spending.saved(...one);
              setName('');
              setAdded(added + 1);
            }}
          />
        </td>
        <td colSpan={costs.length} />
      </tr>
    </Outcomes>
  );
}
