import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnPath } from '../../../src/browser/sign-in-address.ts';
import { problemIn, problemOf } from '../../../src/browser/sign-in.ts';

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

  test('leads back to a search, and keeps the part after #', () => {
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

  test('never leads to another site, whatever the address says', () => {
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

const firebaseError = (code: string) => Object.assign(new Error(code), { code });

describe('the check before a request', () => {
  test.each([
    ['', 'leadwright', 'email', 'Email is required'],
    ['admin', 'leadwright', 'email', 'Invalid email address'],
    ['admin @example.com', 'leadwright', 'email', 'Invalid email address'],
    ['admin@example.com', '', 'password', 'Password is required'],
    ['admin@example.com', '12345', 'password', 'Password must be at least 6 characters'],
    ['', '', 'email', 'Email is required'],
  ])('for %j and %j reports a problem with the %s', (email, password, field, text) => {
    expect(problemIn({ email, password }, 'login')).toEqual({ field, text });
    expect(problemIn({ email, password }, 'signUp')).toEqual({ field, text });
  });

  test('accepts a password of six characters, including spaces', () => {
    expect(problemIn({ email: 'admin@example.com', password: '123456' }, 'login')).toBeUndefined();
    expect(problemIn({ email: 'a@b', password: '      ' }, 'signUp')).toBeUndefined();
  });

  test('needs no password for a reset', () => {
    expect(problemIn({ email: 'admin@example.com', password: '' }, 'reset')).toBeUndefined();
    expect(problemIn({ email: 'admin', password: 'leadwright' }, 'reset')?.field).toBe('email');
  });
});

test.each([
  ['auth/invalid-credential', 'Wrong e-mail or password.', 'password'],
  ['auth/wrong-password', 'Wrong e-mail or password.', 'password'],
  ['auth/user-not-found', 'Wrong e-mail or password.', 'password'],
  ['auth/invalid-email', 'Invalid email address', 'email'],
  ['auth/network-request-failed', 'connection'],
  ['auth/admin-restricted-operation', 'closed'],
  ['auth/operation-not-allowed', 'not set up'],
  ['account/not-set-up', 'not set up'],
  ['account/no-storage', 'site data'],
  ['auth/internal-error', 'An error occurred'],
  ['constructor', 'An error occurred'],
])('the error %s becomes a sentence, at the field that is wrong', (code, says, field?: string) => {
  const problem = problemOf(firebaseError(code), 'login');
  expect(problem?.text).toContain(says);
  expect(problem?.field).toBe(field);
});

test('an error from outside Firebase becomes a general sentence', () => {
  for (const unknown of [new Error('boom'), { code: 'auth/user-disabled' }, undefined, 'boom'])
    expect(problemOf(unknown, 'login')).toEqual({ text: 'An error occurred' });
});

test('a refused login does not reveal whether the account exists, is locked or disabled', () => {
  const [first, ...others] = [
    'auth/user-not-found',
    'auth/wrong-password',
    'auth/invalid-credential',
    'auth/user-disabled',
    'auth/too-many-requests',
  ].map((code) => problemOf(firebaseError(code), 'login'));
  for (const other of others) expect(other).toEqual(first);
  expect(problemOf(firebaseError('auth/too-many-requests'), 'signUp')?.text).toMatch(/^Too many/);
});

test('a requested mail does not reveal whether the account exists', () => {
  for (const code of [
    'auth/user-not-found',
    'auth/user-disabled',
    'auth/too-many-requests',
    'auth/invalid-credential',
    'auth/anything-new',
  ])
    expect(problemOf(firebaseError(code), 'reset'), code).toBeUndefined();
  expect(problemOf(firebaseError('auth/network-request-failed'), 'reset')?.text).toMatch(
    /connection/,
  );
  expect(problemOf(firebaseError('auth/invalid-email'), 'reset')?.field).toBe('email');
  expect(problemOf(firebaseError('account/not-set-up'), 'reset')?.text).toMatch(/not set up/);
  expect(problemOf(firebaseError('auth/quota-exceeded'), 'reset')?.text).toMatch(
    /^No more e-mails/,
  );
});
