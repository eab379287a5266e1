import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningSite, START_SCRIPT } from '../../tests/support/servers/running-site.ts';

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** For visits: other work on the machine only slows them, so the fastest are the most accurate. */
export const lowerQuartile = (values: readonly number[]): number => quantile(values, 0.25);

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'leadwright-bench-'));
  return await work(folder.path);
}

/** The built site with the store of this folder, and with accounts, so that an admin can sign in. */
export const staffedSite = (DATA_DIR: string): Promise<RunningSite> =>
  RunningSite.ready(process.cwd(), {
    command: [process.execPath, START_SCRIPT],
    env: { DATA_DIR },
  });
