import { expect } from 'vitest';
import { staff } from '../../../functions/staff.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { adsHeaders } from '../../../src/shared/follow-up.ts';
import { api } from '../../../src/shared/api.ts';
import { readCsv } from '../builders/csv-reader.ts';
import { aRecord } from '../builders/record.ts';
import { bearer, get } from '../builders/requests.ts';
import { sqliteEngine, type Engine } from './each-engine.ts';
import { callsOn } from './person-world.ts';

export const google = 'for=google&month=2026-11';
export const microsoft = 'for=microsoft&month=2026-11';
/** When they were won. */
export const at = '2026-11-24T16:00:00.000Z';

let people = 0;

/** A lead of somebody else each time, who became a customer and allowed what the site asked. */
export const won = ({
  amount,
  ...different
}: Partial<SubmissionRecord> & { amount?: number } = {}) =>
  aRecord({
    id: `lead-${1000 + people}`,
    email: `person-${(people += 1)}@example.com`,
    phone: `(713) 555-${1000 + people}`,
    delivery: { state: 'delivered', at },
    gpc: false,
    outcome: { state: 'won', at, by: 'Ada', ...(amount !== undefined && { amount }) },
    ...different,
  });

/** The calls for files, on a store with these leads. */
export async function adsWorld(
  makeEngine: () => Promise<Pick<Engine, 'open'>>,
  ...leads: SubmissionRecord[]
) {
  const store = (await makeEngine()).open();
  await store.grantRole('ada', 'admin');
  await store.keep(leads.map((submission) => ({ kind: 'submission', submission })));
  const calls = callsOn(store);
  const take = async (asked: string) => {
    const request = get(`${api.adsExport}?${asked}`, bearer('token'));
    const answer = await staff(request, calls.world);
    const text = await answer.text();
    if (answer.status !== 200) return { status: answer.status, text, rows: [], leftOut: '' };
    const [head = [], ...lines] = readCsv(text);
    const rows = lines.map((line) =>
      Object.fromEntries(head.flatMap((it, i) => (line[i] ? [[it, line[i]]] : []))),
    );
    expect(answer.headers.get(adsHeaders.rows)).toBe(String(rows.length));
    const leftOut = answer.headers.get(adsHeaders.leftOut);
    return { status: 200, text, head, rows, leftOut, headers: answer.headers };
  };
  return { store, take, ...calls };
}

/** The same on SQLite. */
export const adsOnSqlite = (...leads: SubmissionRecord[]) => adsWorld(sqliteEngine, ...leads);
