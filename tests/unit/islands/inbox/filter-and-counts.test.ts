import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { createClient } from '../../../../src/islands/staff/query-client.ts';
import { dueOnly, filterOf, noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import type { SubmissionItem } from '../../../../src/shared/submission.ts';
import { lead } from '../../../support/pages/fake-inbox.ts';
import {
  failedOnly,
  ids,
  late,
  listWorld,
  newest,
  some,
  stamp,
  waiting,
} from '../../../support/worlds/inbox-world.ts';

describe('loading', () => {
  test.each([
    ['broken', [0, 1000, 3000, 7000]],
    ['refused', [0]],
  ] as const)('is tried again if the answer was %s, after 1, 2 and 4 s', async (why, times) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const site = await listWorld(some(1), noFilter, createClient());
    const begin = Date.now();
    const requests: number[] = [];
    site.functions.before = () => {
      requests.push(Date.now() - begin);
      throw new AskError(why);
    };
    const opening = site.list.open();
    await vi.advanceTimersByTimeAsync(10_000);
    await opening;
    expect(requests).toEqual(times);
    expect(site.world.failures).toBe(1);
    expect(site.list.$status.get()).toBe('first failed');
  });

  test('drops a response for a previous filter', async () => {
    const { list, functions, shown, show, world } = await listWorld(some(40));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    functions.before = () => promise;
    const loading = list.open();
    functions.before = undefined;
    await show(failedOnly);
    const before = shown();
    resolve(undefined);
    await loading;
    expect(shown()).toEqual(before);
    expect(world.failures).toBe(0);
  });
});

describe('the counts', () => {
  const held = { state: 'held' as const, reasons: ['too_fast'] };

  test('are the same for held and waiting leads in every view, and follow the server', async () => {
    const { list, leads, functions, show } = await listWorld([waiting(0), ...some(60).slice(1)]);
    const counts = () => {
      const { held, waiting } = leads.$counts.get() ?? {};
      return [held, waiting];
    };
    expect(counts()).toEqual([0, 1]);
    functions.rows = [{ ...late(), delivery: held }, ...functions.rows];
    await list.poll();
    await list.loadMore();
    expect(counts()).toEqual([1, 1]);
    await show({ ...noFilter, q: 'nobody' });
    expect(counts()).toEqual([1, 1]);
  });

  test('follow local changes before the next read', async () => {
    const rows = [waiting(0), waiting(1), { ...waiting(2), delivery: held }, lead(3, newest)];
    const { leads, functions } = await listWorld(rows, { ...noFilter, q: 'example' });
    const [one, two, spam, old] = ids(rows) as [string, string, string, string];
    const counted = (id: string, change: Partial<SubmissionItem>) => {
      leads.store(id, change);
      const { waiting, held } = leads.$counts.get() ?? {};
      return [waiting, held];
    };
    expect(counted(one, { answered: stamp })).toEqual([1, 1]);
    expect(counted(one, { answered: stamp })).toEqual([1, 1]);
    expect(counted(one, { answered: null })).toEqual([2, 1]);
    expect(counted(two, { archived: true })).toEqual([1, 1]);
    expect(counted(two, { answered: stamp })).toEqual([1, 1]);
    expect(counted(spam, { answered: stamp })).toEqual([1, 1]);
    expect(counted(spam, { answered: null, delivery: { state: 'off' } })).toEqual([2, 0]);
    expect(counted(old, { delivery: { state: 'off' } })).toEqual([2, 0]);
    expect(functions.calls).toHaveLength(1);
  });
});

test('every view counts a due call, and only the view of calls announces it', async () => {
  const call = (at: string) => [{ ...waiting(0), call_back: { at, by: 'Ada' } }];
  const { list, leads, functions, show } = await listWorld(call('2999-01-01T12:00:00Z'));
  for (const view of [noFilter, dueOnly]) {
    functions.rows = call('2999-01-01T12:00:00Z');
    await show(view);
    functions.rows = call('2026-03-01T12:00:00Z');
    await list.poll();
    expect(leads.$counts.get()).toMatchObject({ due: 1, waiting: 0 });
    expect(list.$fresh.get()).toEqual(view === dueOnly ? ids(functions.rows) : []);
  }
});

test('a filter in the address ignores invalid values', () => {
  expect(filterOf({ search: '?delivery=lost&limit=9999', hash: '#q=%20%20' })).toEqual(noFilter);
  expect(filterOf({ search: '?from=2026-02-30&to=soon', hash: '' })).toEqual(noFilter);
  // No value has such a long name, and the server would refuse it.
  expect(
    filterOf({
      search: `?industry=${'a'.repeat(101)}&campaign=${'a'.repeat(201)}`,
      hash: `#q=${'a'.repeat(301)}`,
    }),
  ).toEqual(noFilter);
  expect(filterOf({ search: '?from=2026-11-02&to=2026-11-01', hash: '#main' })).toEqual(noFilter);
});
