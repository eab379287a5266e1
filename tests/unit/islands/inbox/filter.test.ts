import { describe, expect, test } from 'vitest';
import {
  addressOf,
  csvPath,
  filterOf,
  listPath,
  noFilter,
} from '../../../../src/islands/inbox/filters/filter.ts';
import { periodOf } from '../../../../src/islands/inbox/filters/Days.tsx';

describe('the filter in the address', () => {
  test('is read as it was written', () => {
    const filter = {
      q: 'peña & co',
      industry: 'tree-service',
      campaign: 'spring & roofing',
      delivery: 'failed',
      answered: 'no',
      archived: 'yes',
      from: '2026-11-01',
      to: '2026-11-07',
    } as const;
    const address = addressOf(filter);
    expect(filterOf(new URL(address, 'https://site.example').search)).toEqual(filter);
  });

  test.each([
    [{ answered: 'no' }, '/admin?answered=no'],
    [{ archived: 'yes' }, '/admin?archived=yes'],
    [{}, '/admin'],
  ] as const)('has the view %j as %s', (view, address) => {
    expect(addressOf({ ...noFilter, ...view })).toBe(address);
    const search = address.slice('/admin'.length);
    expect(filterOf(search)).toEqual({ ...noFilter, ...view });
    expect(csvPath({ ...noFilter, q: 'ng', ...view }, null)).toContain(
      `?q=ng${search.replace('?', '&')}&limit`,
    );
  });

  test('is absent if nothing is filtered', () => {
    expect(addressOf({ ...noFilter, q: '  ' })).toBe('/admin');
  });

  test('ignores invalid values', () => {
    expect(filterOf('?delivery=lost&q=%20%20&limit=9999')).toEqual(noFilter);
    expect(filterOf('?from=2026-02-30&to=soon')).toEqual(noFilter);
    // Nothing has such a long name, and the server would refuse it.
    expect(
      filterOf(`?q=${'a'.repeat(301)}&industry=${'a'.repeat(101)}&campaign=${'a'.repeat(201)}`),
    ).toEqual(noFilter);
    expect(filterOf('?from=2026-11-02&to=2026-11-01')).toEqual(noFilter);
  });

  test('selects the period that its days match', () => {
    const today = '2026-11-21';
    const named = (from: string, to = '') => periodOf({ ...noFilter, from, to }, today);
    expect(['', '2026-11-21', '2026-11-15', '2026-10-23'].map((it) => named(it))).toEqual([
      '',
      '1',
      '7',
      '30',
    ]);
    expect(named('2026-11-20')).toBe('range');
    expect(named('2026-11-15', today)).toBe('range');
  });

  test('is part of the paths of the list and the export', () => {
    const filter = { ...noFilter, q: 'ng' };
    expect(listPath(filter, { cursor: 'a/b', limit: 200 })).toBe(
      '/api/submissions?q=ng&limit=200&cursor=a%2Fb',
    );
    expect(csvPath(filter, null)).toBe('/api/submissions.csv?q=ng&limit=2000');
    expect(csvPath(filter, 'a.b')).toBe('/api/submissions.csv?q=ng&limit=2000&cursor=a.b');
  });
});
