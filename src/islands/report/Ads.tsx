import { useState } from 'react';
import { report as words } from '../../copy/report.ts';
import { adNameLimit } from '../../shared/attribution.ts';
import type { Report } from '../../shared/report.ts';
import { Outcomes } from './Outcomes.tsx';
import css from './report.module.css';
import { adsOf, columns, costs, spentColumn, type Row } from './rows.ts';
import { Spent, type Spending } from './Spent.tsx';

/** What became of the leads of each campaign, and what it cost. */
export function Ads({ report, ...spending }: Spending & { report: Report }) {
  const { another, ...texts } = words.ads;
  const [name, setName] = useState('');
  const [added, setAdded] = useState(0);
  const spent = {
    ...spentColumn,
    shown: (row: Row) =>
      !row.isRest && <Spent {...spending} campaign={row.label} spent={row.spent ?? null} />,
  };
  return (
    <Outcomes {...texts} rows={adsOf(report)} columns={[...columns, spent, ...costs]}>
      <div className={css.another}>
        <input
          className="field"
          aria-label={another}
          placeholder={another}
          maxLength={adNameLimit}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <div>
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
        </div>
      </div>
    </Outcomes>
  );
}
