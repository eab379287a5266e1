import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnPath } from '../../../../src/browser/sign-in/sign-in.ts';
import { refusal, signInWorld } from '../../../support/worlds/sign-in-world.ts';

const typed = { email: 'dana@example.com', password: 'leadwright' };

test('a login trims the address, sends the password as typed, and leaves the card busy', async () => {
  const { signIn, view, calls, toasts, entered } = signInWorld();
  await signIn.submit({ email: ' dana@example.com ', password: ' leadwright ' });
  expect(calls).toEqual([['signIn', 'dana@example.com', ' leadwright ']]);
  expect(entered).toEqual([{ title: 'Logged in successfully!' }]);
  expect(toasts).toEqual([]);
  expect(view()).toEqual({ mode: 'login', work: 'login' });
});

test('a press while a login is under way changes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { signIn, view, calls } = signInWorld({ signIn: () => promise });
  const first = signIn.submit(typed);
  await signIn.submit(typed);
  await signIn.submit(typed, 'reset');
  signIn.toggle();
  expect(view()).toEqual({ mode: 'login', work: 'login' });
  resolve(undefined);
  await first;
  expect(calls).toHaveLength(1);
});

test('a problem in the fields is shown without a request, until the mode is changed', async () => {
  const { signIn, view, calls, toasts } = signInWorld();
  await signIn.submit({ ...typed, password: '12345' });
  expect(view()?.problem).toEqual({
    field: 'password',
    text: 'Password must be at least 6 characters',
  });
  expect([calls, toasts]).toEqual([[], []]);
  signIn.toggle();
  expect(view()).toEqual({ mode: 'signUp' });
});

test('an account whose mail failed still exists, and the toast says so', async () => {
  const { signIn, view, toasts } = signInWorld({ signUp: refusal('account/mail-not-sent') });
  signIn.toggle();
  await signIn.submit(typed);
  expect(toasts[0]?.title).toMatch(/^Account created, but/);
  expect(toasts[0]?.destructive).toBe(true);
  expect(view()).toEqual({ mode: 'login', signedUp: true });
});

describe('a login', () => {
  const origin = 'https://leadwright.example';
  const back = (wanted: string) =>
    returnPath({ origin, search: `?${new URLSearchParams({ return: wanted }).toString()}` });

  test('leads to the inbox if the address names no page', () => {
    expect(returnPath({ origin, search: '' })).toBe('/admin');
    expect(returnPath({ origin, search: '?q=roof' })).toBe('/admin');
    expect(back('')).toBe('/admin');
  });

  test.each(['/admin', '/admin?q=a%20b&industry=roofing', '/admin/lead?id=1#end', '/admin#lead'])(
    'can lead to %s',
    (view) => {
      expect(back(view)).toBe(view);
      expect(back(origin + view)).toBe(view);
    },
  );

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
