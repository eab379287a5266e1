import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnPath } from '../../../../src/browser/sign-in/return-path.ts';

describe('a login', () => {
  const origin = 'https://leadwright.example';
  const back = (wanted: string, hash = '') =>
    returnPath({ origin, hash, search: `?${new URLSearchParams({ return: wanted }).toString()}` });

  test('leads to the inbox if the address names no page', () => {
    expect(returnPath({ origin, hash: '', search: '' })).toBe('/admin');
    expect(returnPath({ origin, hash: '', search: '?q=roof' })).toBe('/admin');
    expect(back('')).toBe('/admin');
  });

  test.each(['/admin', '/admin?q=a%20b&industry=roofing', '/admin/lead?id=1#end', '/admin#lead'])(
    'can lead to %s',
    (view) => {
      expect(back(view)).toBe(view);
      expect(back(origin + view)).toBe(view);
    },
  );

  test('leads back to a search, which was behind # on this page, too', () => {
    expect(returnPath({ origin, hash: '#q=roof', search: '' })).toBe('/admin#q=roof');
    expect(back('/admin?industry=hvac', '#q=roof')).toBe('/admin?industry=hvac#q=roof');
    expect(back('//evil.example/admin', '#q=roof')).toBe('/admin');
  });

  test.each([
    'https://evil.example/admin',
    'https://leadwright.example.evil.example/admin',
    'https://leadwright.example@evil.example/admin',
    'http://leadwright.example/admin',
    '//evil.example/admin',
    '/\\evil.example/admin',
    '\t//evil.example/admin',
    'javascript:alert(1)//admin',
    'blob:https://leadwright.example/admin',
    'http://[',
    '/administration',
    '/admin/../auth',
    '/admin/%2e%2e/about',
    '/about?/admin',
    '/api/submissions.csv',
    '/',
  ])('never leads to %s', (elsewhere) => {
    expect(back(elsewhere)).toBe('/admin');
  });

  test('leads to the inbox of this site, whatever the address says', () => {
    const parts = '/ \\ .. . admin evil.example @ : ? # %2f'.split(' ');
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.array(fc.constantFrom('\t', ...parts)).map((it) => it.join('')),
    );
    fc.assert(
      fc.property(hostile, (wanted) => {
        const end = new URL(back(wanted), `${origin}/auth`);
        expect(end.origin).toBe(origin);
        expect(end.pathname).toMatch(/^\/admin(\/|$)/);
      }),
      { numRuns: 500 },
    );
  });
});
