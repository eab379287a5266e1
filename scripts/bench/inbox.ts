/** What a page of submissions costs, and whether it costs more where there are a hundred times as many. */
import { join } from 'node:path';
import { writeCursor } from '../../functions/list-query.ts';
import { submissions } from '../../functions/submissions.ts';
import { api } from '../../src/shared/api.ts';
import { submissionsPageSchema } from '../../src/shared/submission.ts';
import { bearer, get } from '../../tests/support/requests.ts';
import { worldWith } from '../../tests/support/store-world.ts';
import { budgets } from './budgets.ts';
import { seeded, withFolder, type Inbox } from './leads.ts';
import type { Report } from './report.ts';
import { table } from './table.ts';
import { median, quantile, timed } from './timing.ts';

const [few, many] = [1000, 100_000];
const rounds = 200;

/** What is asked for, and how many submissions must come. */
const questions: Record<string, { ask: (inbox: Inbox) => string; found: number }> = {
  'first page': { ask: () => '', found: 50 },
  'deep page': { ask: ({ deep }) => `cursor=${writeCursor(deep)}`, found: 50 },
  'first page of an industry': { ask: () => 'industry=roofing', found: 50 },
  'search for one lead': { ask: () => 'q=company777', found: 1 },
  'search for a name that many have': { ask: () => 'q=dana+r', found: 50 },
};

export function inboxReport(): Promise<Report> {
  return withFolder(async (folder) => {
    const small = await seeded(join(folder, 'small'), few);
    const large = await seeded(join(folder, 'large'), many);
    for (const { store } of [small, large]) await store.grantRole('sam', 'admin');
    const rows: string[][] = [];
    const failures: string[] = [];
    for (const [name, { ask, found }] of Object.entries(questions)) {
      // In turns: whatever else the machine does falls on both alike.
      const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
      for (let i = 0; i < rounds; i += 1) {
        times.small.push(await read(small, ask(small), found));
        times.large.push(await read(large, ask(large), found));
      }
      const growth = median(times.large) / median(times.small);
      rows.push([
        name,
        median(times.small).toFixed(2),
        median(times.large).toFixed(2),
        quantile(times.large, 0.99).toFixed(2),
        growth.toFixed(2),
      ]);
      if (name.includes('page') && growth > budgets.inboxGrowth) {
        failures.push(
          `The ${name} of ${many} submissions takes ${growth.toFixed(2)} times as long as that of ${few}, and the budget is ${budgets.inboxGrowth}.`,
        );
      }
    }
    await Promise.all([small.store.close(), large.store.close()]);
    return {
      title: 'A page of 50 submissions on SQLite, from the request to the answer',
      text: table(
        [
          '',
          `${few}: p50 ms`,
          `${many}: p50 ms`,
          'p99 ms',
          `times (budget ${budgets.inboxGrowth})`,
        ],
        rows,
      ),
      failures,
    };
  });
}

async function read({ store }: Inbox, query: string, found: number): Promise<number> {
  const world = worldWith(store, {
    verify: () => Promise.resolve({ uid: 'sam', email: undefined }),
  });
  let response: Response | undefined;
  const ms = await timed(async () => {
    response = await submissions(get(`${api.submissions}?${query}`, bearer('x')), world);
  });
  const page = submissionsPageSchema.parse(await response?.json());
  if (page.submissions.length < found) throw new Error(`${query} found too few.`);
  return ms;
}
