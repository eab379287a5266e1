import type { QueryClient } from '@tanstack/query-core';
import { useRef, useState } from 'react';
import { report as words } from '../../copy/report-words.ts';
import { reportBy, type Report, type ReportBy } from '../../shared/report-schema.ts';
import type { Ask } from '../staff/ask.ts';
import { addressOf, load, reportKey } from './load.ts';
import css from './report.module.css';
import { columnsOf, withSpent } from './columns.ts';
import { AnotherCampaign, Spent } from './Spent.tsx';
import { Table } from './Table.tsx';

interface Props {
  report: Report;
  ask: Ask;
  client: QueryClient;
  setReport: (next: (before: Report) => Report) => void;
}

export function Rows({ report, ask, client, setReport }: Props) {
  const { month, by, rows } = report;
  const [chosen, setChosen] = useState(by);
  const [said, setSaid] = useState<string>();
  const loading = useRef<AbortController>(undefined);
  const saving = useRef(Promise.resolve(true));

  const choose = async (next: ReportBy): Promise<void> => {
    loading.current?.abort();
    void client.cancelQueries({ queryKey: reportKey });
    const { signal } = (loading.current = new AbortController());
    const stay = (sentence: string): void => {
      if (signal.aborted) return;
      setChosen(by);
      setSaid(sentence);
    };
    setChosen(next);
    setSaid(words.loading);
    // A different grouping would remove the field of a cost that could not be saved. The next attempt may remove it.
    const saved = saving.current;
    saving.current = saved.then(() => true);
    if (!(await saved)) {
      stay(words.notSaved);
      return;
    }
    try {
      const loaded = await load(ask, client, month, next);
      signal.throwIfAborted();
      history.replaceState(null, '', addressOf(month, next));
      setReport(() => loaded);
      setSaid(undefined);
    } catch {
      stay(words.failed);
    }
  };

  const showSpent = (campaign: string, dollars: number | null): void =>
    setReport((it) => withSpent(it, campaign, dollars));
  const { hint } = words.by[by];
  return (
    <div className={`stack ${css.rows}`}>
      <div className={css.choice}>
        <fieldset className="flow">
          <legend>
            <h3>{words.choice}</h3>
          </legend>
          {reportBy.map((grouping) => (
            <label key={grouping} className="tool">
              <input
                type="radio"
                name="by"
                value={grouping}
                checked={grouping === chosen}
                onChange={() => void choose(grouping)}
              />
              {words.by[grouping].choice}
            </label>
          ))}
        </fieldset>
        <p role="status">{said ?? words.shown(by, rows.length)}</p>
      </div>
      {hint !== undefined && <p className="small quiet">{hint}</p>}
      {rows.length > 0 && (
        <Table
          by={by}
          rows={rows}
          columns={columnsOf(
            by,
            ({ name, spent = null }) =>
              name !== null && (
                <Spent
                  month={month}
                  campaign={name}
                  spent={spent}
                  ask={ask}
                  saved={showSpent}
                  queue={(save) => {
                    saving.current = saving.current.then(save);
                  }}
                />
              ),
          )}
        />
      )}
      {by === 'campaign' && (
        <AnotherCampaign
          add={(campaign) => {
            if (!rows.some(({ name }) => name === campaign)) showSpent(campaign, null);
          }}
        />
      )}
    </div>
  );
}
