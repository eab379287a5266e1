import { expect, test } from 'vitest';
import { filterOf, noFilter } from '../../../../src/islands/inbox/filters/filter.ts';

test('a filter in the address ignores invalid values', () => {
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
