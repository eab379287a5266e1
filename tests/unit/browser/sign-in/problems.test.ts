import { describe, expect, test } from 'vitest';
import { AccountError } from '../../../../src/browser/account/errors.ts';
import { problemIn, problemOf, problemOfReset } from '../../../../src/browser/sign-in/problems.ts';
import { firebaseError } from '../../../support/sign-in-world.ts';

describe('before anything is sent', () => {
  test.each([
    ['', 'leadwright', 'email', 'Email is required'],
    ['admin', 'leadwright', 'email', 'Invalid email address'],
    ['admin @example.com', 'leadwright', 'email', 'Invalid email address'],
    ['admin@example.com', '', 'password', 'Password is required'],
    ['admin@example.com', '12345', 'password', 'Password must be at least 6 characters'],
    ['', '', 'email', 'Email is required'],
  ])('%j and %j: the problem is the %s', (email, password, field, text) => {
    expect(problemIn({ email, password }, 'login')).toEqual({ field, text });
    expect(problemIn({ email, password }, 'signUp')).toEqual({ field, text });
  });

  test('six characters are enough, spaces too', () => {
    expect(problemIn({ email: 'admin@example.com', password: '123456' }, 'login')).toBeUndefined();
    expect(problemIn({ email: 'a@b', password: '      ' }, 'signUp')).toBeUndefined();
  });

  test('a forgotten password is not asked for', () => {
    expect(problemIn({ email: 'admin@example.com', password: '' }, 'reset')).toBeUndefined();
    expect(problemIn({ email: '', password: 'leadwright' }, 'reset')?.field).toBe('email');
  });
});

test.each([
  ['auth/invalid-credential', 'Wrong e-mail or password.', 'password'],
  ['auth/wrong-password', 'Wrong e-mail or password.', 'password'],
  ['auth/user-not-found', 'Wrong e-mail or password.', 'password'],
  ['auth/email-already-in-use', 'That e-mail already has an account.', 'email'],
  ['auth/invalid-email', 'Invalid email address', 'email'],
])('%s becomes a sentence at its field', (code, text, field) => {
  expect(problemOf(firebaseError(code))).toEqual({ text, field });
});

test.each([
  ['auth/too-many-requests', /^Too many tries/],
  ['auth/network-request-failed', /connection/],
  ['auth/user-disabled', /switched off/],
  ['auth/admin-restricted-operation', /closed/],
  ['auth/operation-not-allowed', /not set up/],
  ['auth/internal-error', /^An error occurred$/],
  ['constructor', /^An error occurred$/],
])('%s becomes a sentence about all of it', (code, text) => {
  const problem = problemOf(firebaseError(code));
  expect(problem.text).toMatch(text);
  expect(problem.field).toBeUndefined();
});

test('our own errors become sentences too, and what is unknown an error', () => {
  expect(problemOf(new AccountError('account/not-set-up')).text).toMatch(/not set up/);
  expect(problemOf(new AccountError('account/not-loaded')).text).toMatch(/connection/);
  expect(problemOf(new AccountError('account/no-storage')).text).toMatch(/site data/);
  for (const unknown of [new Error('boom'), undefined, 'boom'])
    expect(problemOf(unknown)).toEqual({ text: 'An error occurred' });
});

test('a forgotten password tells nothing that depends on the account', () => {
  for (const code of [
    'auth/user-not-found',
    'auth/user-disabled',
    'auth/too-many-requests',
    'auth/invalid-credential',
    'auth/anything-new',
  ])
    expect(problemOfReset(firebaseError(code)), code).toBeUndefined();
  expect(problemOfReset(firebaseError('auth/network-request-failed'))?.text).toMatch(/connection/);
  expect(problemOfReset(firebaseError('auth/invalid-email'))?.field).toBe('email');
  expect(problemOfReset(new AccountError('account/not-set-up'))?.text).toMatch(/not set up/);
});
