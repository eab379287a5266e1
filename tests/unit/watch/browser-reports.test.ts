import { expect, test } from 'vitest';
import { withReports } from '../../../functions/intake/browser-reports.ts';
import { browserOf } from '../../../functions/intake/browser-name.ts';
import { formFailures } from '../../../functions/watch/browser-reports.ts';

const visits = (failed: number, count: number, browser = 'Safari 17', page = '/contact') =>
  Array.from({ length: count }, (_, i) => ({
    visitor: crypto.randomUUID(),
    page,
    browser,
    failed: i < failed,
  }));

test.each([
  ['nine visits that all fail', visits(9, 9), []],
  ['one failed visit of ten', visits(1, 10), []],
  ['two failed visits of ten', visits(2, 10), ['Safari 17 /contact 2/10']],
  ['two failed visits of twenty', visits(2, 20), []],
  ['three failed visits of twenty', visits(3, 20), ['Safari 17 /contact 3/20']],
  [
    'failures in one browser and none in another',
    [...visits(12, 40), ...visits(0, 400, 'Chrome 126')],
    ['Safari 17 /contact 12/40'],
  ],
  [
    'many browsers with few visits each',
    ['a', 'b', 'c', 'd'].flatMap((it) => visits(2, 3, it)),
    ['all browsers /contact 8/12'],
  ],
  [
    'failures on two pages',
    [...visits(2, 10), ...visits(5, 10, 'Chrome 126', '/tree-service')],
    ['Chrome 126 /tree-service 5/10', 'Safari 17 /contact 2/10'],
  ],
])('after %s, these failures are reported, the worst first: %j', (_, some, expected) => {
  const found = formFailures(some).map(
    (failure) => `${failure.browser} ${failure.page} ${failure.failed}/${failure.visits}`,
  );
  expect(found).toEqual(expected);
});

test('a full day accepts no more visits, but still records that a known visit failed', () => {
  const many = visits(0, 2000);
  const [known] = many;
  const place = { page: '/contact', file: 'unknown', line: null, browser: 'Safari 17' };
  const failed = (visitor: string) => ({ kind: 'form-failed' as const, visitor, ...place });
  const full = { visits: many, failures: [] };
  expect(withReports(full, [failed('another')])?.visits).toHaveLength(2000);
  const after = withReports(full, [failed(known?.visitor ?? '')]);
  expect(after?.visits.filter((it) => it.failed)).toHaveLength(1);
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.87',
    'Edge 126',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 25',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1',
    'Chrome 126',
  ],
  ['Dana Roe, 713 555 0142', 'Another browser'],
  ['', 'Another browser'],
])('the browser of “%s” is %s', (agent, name) => {
  expect(browserOf(agent)).toBe(name);
});
