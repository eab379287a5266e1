import { onTestFinished } from 'vitest';
import type { Log } from '../../../../functions/log/log.ts';
import type { SubmissionRecord } from '../../../../functions/store/record.ts';
import type { Store } from '../../../../functions/store/port.ts';

export type Open = (name: string, log?: Log) => Promise<Store>;

/** Opens a store for the current test, and closes it after the test. */
export async function opened(open: Open, name = `t-${crypto.randomUUID()}`): Promise<Store> {
  const store = await open(name);
  onTestFinished(() => store.close());
  return store;
}

export async function openedWith(open: Open, ...records: SubmissionRecord[]): Promise<Store> {
  const store = await opened(open);
  await Promise.all(records.map((it) => store.create(it)));
  return store;
}
