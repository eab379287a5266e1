import { describe, expect, test } from 'vitest';
import {
  addressOf,
  filterOf,
  noFilter,
  pathOf,
  searchIn,
} from '../../../../src/islands/inbox/filters/filter.ts';

describe('the filter in the address', () => {
  test('is read as it was written', () => {
    const filter = {
      q: 'peña & co',
      industry: 'tree-service',
      campaign: 'spring & roofing',
      delivery: 'failed',
      answered: 'no',
      call_back: 'yes',
      outcome: 'won',
      archived: 'yes',
      from: '2026-11-01',
      to: '2026-11-07',
    } as const;
    const address = addressOf(filter);
    expect(address).toMatch(/^\/admin\?[^#]*#q=pe%C3%B1a\+%26\+co$/);
    expect(filterOf(new URL(address, 'https://site.example'))).toEqual(filter);
  });

  test('is absent if nothing is filtered', () => {
    expect(addressOf({ ...noFilter, q: '  ' })).toBe('/admin');
  });

  test('ignores invalid values', () => {
    expect(filterOf({ search: '?delivery=lost&limit=9999', hash: '#q=%20%20' })).toEqual(noFilter);
    expect(filterOf({ search: '?from=2026-02-30&to=soon', hash: '' })).toEqual(noFilter);
    // Nothing has such a long name, and the server would refuse it.
    expect(
      filterOf({
        search: `?industry=${'a'.repeat(101)}&campaign=${'a'.repeat(201)}`,
        hash: `#q=${'a'.repeat(301)}`,
      }),
    ).toEqual(noFilter);
    expect(filterOf({ search: '?from=2026-11-02&to=2026-11-01', hash: '#main' })).toEqual(noFilter);
  });

  test('is part of the paths of the list and the export, but for its search', () => {
    const filter = { ...noFilter, q: 'ng', industry: 'hvac' };
    expect(pathOf('/api/submissions', filter, { cursor: 'a/b', limit: 200 })).toBe(
      '/api/submissions?industry=hvac&cursor=a%2Fb&limit=200',
    );
    expect(searchIn(filter)).toEqual({ q: 'ng' });
    expect(searchIn(noFilter)).toBeUndefined();
    expect(pathOf('/api/submissions', noFilter, { cursor: null })).toBe('/api/submissions');
  });
});
