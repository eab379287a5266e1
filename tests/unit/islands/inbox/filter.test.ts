import { describe, expect, test } from 'vitest';
import {
  addressOf,
  filterOf,
  noFilter,
  pathOf,
} from '../../../../src/islands/inbox/filters/filter.ts';

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

  test('is part of the paths of the list and the export', () => {
    const filter = { ...noFilter, q: 'ng' };
    expect(pathOf('/api/submissions', filter, { cursor: 'a/b', limit: 200 })).toBe(
      '/api/submissions?q=ng&cursor=a%2Fb&limit=200',
    );
    expect(pathOf('/api/submissions', noFilter, { cursor: null })).toBe('/api/submissions');
  });
});
