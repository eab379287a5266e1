import { describe, expect, test } from 'vitest';
import { problemIn, problemOf, problemOfReset } from '../../../../src/browser/sign-in/problems.ts';

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

  test('accepts a password of six characters, even spaces', () => {
    expect(problemIn({ email: 'admin@example.com', password: '123456' }, 'login')).toBeUndefined();
    expect(problemIn({ email: 'a@b', password: '      ' }, 'signUp')).toBeUndefined();
  });

  test('needs no password for a password reset', () => {
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
  ['auth/too-many-requests', 'Too many tries'],
  ['auth/network-request-failed', 'connection'],
  ['auth/user-disabled', 'disabled'],
  ['auth/admin-restricted-operation', 'closed'],
  ['auth/operation-not-allowed', 'not set up'],
  ['account/not-set-up', 'not set up'],
  ['account/not-loaded', 'connection'],
  ['account/no-storage', 'site data'],
  ['auth/internal-error', 'An error occurred'],
  ['constructor', 'An error occurred'],
])('the error %s becomes a sentence, at the field that is wrong', (code, says, field?: string) => {
  const problem = problemOf(firebaseError(code));
  expect(problem.text).toContain(says);
  expect(problem.field).toBe(field);
});

test('what is no error of Firebase becomes a general sentence', () => {
  for (const unknown of [new Error('boom'), { code: 'auth/user-disabled' }, undefined, 'boom'])
    expect(problemOf(unknown)).toEqual({ text: 'An error occurred' });
});

test('a password reset does not reveal whether the account exists', () => {
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
  expect(problemOfReset(firebaseError('account/not-set-up'))?.text).toMatch(/not set up/);
});
