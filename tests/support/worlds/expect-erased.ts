import { expect } from 'vitest';
import { retention } from '../../../functions/audit/audit-log.ts';
import { erase } from '../../../functions/erasure/erase.ts';
import type { Store } from '../../../functions/store/port.ts';
import type { Engine } from './each-engine.ts';
import { second } from '../builders/record.ts';
import { worldWith } from './world.ts';

/** Erases by the schedule, like the site. */
export const eraseIn = (store: Store, ...ids: string[]) => erase(ids, retention, worldWith(store));

/** Expects only a tombstone of each lead, and nothing to send. */
export async function expectErased(engine: Engine, ...ids: string[]): Promise<void> {
  const store = engine.open();
  for (const id of ids) {
    expect(await store.get(id)).toBeUndefined();
    expect(await store.tombstone(id)).toMatchObject({ id });
  }
  const due = await store.due(second(9_999_999), 5000);
  expect(due.filter((it) => ids.includes(it))).toEqual([]);
}
