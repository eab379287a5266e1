import { expect, test } from 'vitest';
import { refusal, signInWorld } from '../../../support/worlds/sign-in-world.ts';

const typed = { email: 'dana@example.com', password: 'leadwright' };
const held = () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    answer: () => promise,
    release: () => {
      resolve(undefined);
    },
  };
};

test('the card starts in login mode and sends nothing', () => {
  const { view, calls, toasts } = signInWorld();
  expect(view()).toEqual({ mode: 'login' });
  expect([calls, toasts]).toEqual([[], []]);
});

test('a login leads to the inbox with a toast, and the card stays busy', async () => {
  const { signIn, view, calls, toasts, entered } = signInWorld();
  await signIn.submit({ ...typed, email: ' dana@example.com ' });
  expect(calls).toEqual([['signIn', 'dana@example.com', 'leadwright']]);
  expect(entered).toEqual([{ title: 'Logged in successfully!' }]);
  expect(toasts).toEqual([]);
  expect(view()).toEqual({ mode: 'login', work: 'login' });
});

test('a password is sent exactly as typed, including spaces', async () => {
  const { signIn, calls } = signInWorld();
  await signIn.submit({ ...typed, password: ' leadwright ' });
  expect(calls[0]?.[2]).toBe(' leadwright ');
});

test('a press while a login is under way changes nothing', async () => {
  const { answer, release } = held();
  const { signIn, view, calls } = signInWorld({ signIn: answer });
  const first = signIn.submit(typed);
  await signIn.submit(typed);
  await signIn.forgot(typed);
  signIn.toggle();
  expect(view()).toEqual({ mode: 'login', work: 'login' });
  release();
  await first;
  expect(calls).toHaveLength(1);
});

test('a problem in the fields is shown without a request', async () => {
  const { signIn, view, calls, toasts } = signInWorld();
  await signIn.submit({ ...typed, password: '12345' });
  expect(view().problem).toEqual({
    field: 'password',
    text: 'Password must be at least 6 characters',
  });
  expect([calls, toasts]).toEqual([[], []]);
});

test('a wrong password is reported in a toast and at the field, and can be retried', async () => {
  const { signIn, view, calls, toasts } = signInWorld({
    signIn: refusal('auth/invalid-credential'),
  });
  await signIn.submit(typed);
  expect(toasts).toEqual([{ title: 'Wrong e-mail or password.', destructive: true }]);
  expect(view()).toEqual({
    mode: 'login',
    problem: { field: 'password', text: 'Wrong e-mail or password.' },
  });
  await signIn.submit(typed);
  expect(calls).toHaveLength(2);
});

test("a network failure while Firebase's code loads is reported", async () => {
  const { signIn, view } = signInWorld({ load: refusal('account/not-loaded') });
  await signIn.submit(typed);
  expect(view().problem?.text).toMatch(/connection/);
});

test('a sign-up ends in login mode, not in the inbox', async () => {
  const { signIn, view, calls, toasts, entered } = signInWorld();
  signIn.toggle();
  await signIn.submit(typed);
  expect(calls).toEqual([['signUp', 'dana@example.com', 'leadwright']]);
  expect(toasts).toEqual([{ title: 'Account created! Please check your email to verify.' }]);
  expect(view()).toEqual({ mode: 'login', signedUp: true });
  expect(entered).toEqual([]);
});

test('an account whose mail failed still exists, and the toast says so', async () => {
  const { signIn, view, toasts } = signInWorld({ signUp: refusal('account/mail-not-sent') });
  signIn.toggle();
  await signIn.submit(typed);
  expect(toasts[0]?.title).toMatch(/^Account created, but/);
  expect(toasts[0]?.destructive).toBe(true);
  expect(view()).toEqual({ mode: 'login', signedUp: true });
});

test('a failed sign-up stays in sign-up mode', async () => {
  const { signIn, view } = signInWorld({ signUp: refusal('auth/email-already-in-use') });
  signIn.toggle();
  await signIn.submit(typed);
  expect(view()).toEqual({
    mode: 'signUp',
    problem: { field: 'email', text: 'That e-mail already has an account.' },
  });
});

test('the toggle clears the problem', async () => {
  const { signIn, view } = signInWorld();
  await signIn.submit({ email: '', password: '' });
  signIn.toggle();
  expect(view()).toEqual({ mode: 'signUp' });
  signIn.toggle();
  expect(view()).toEqual({ mode: 'login' });
});

test('a password reset has the same answer with and without an account', async () => {
  const answers = [undefined, 'auth/user-not-found', 'auth/too-many-requests'].map(async (code) => {
    const { signIn, view, toasts } = signInWorld(code ? { sendReset: refusal(code) } : {});
    await signIn.forgot({ ...typed, password: '' });
    return { view: view(), toasts };
  });
  const [sent, unknown, tooMany] = await Promise.all(answers);
  expect(sent?.toasts[0]?.title).toBe('Check your email');
  expect(unknown).toEqual(sent);
  expect(tooMany).toEqual(sent);
});

test('a password reset needs an address and a network', async () => {
  const { signIn, view, calls } = signInWorld({
    sendReset: refusal('auth/network-request-failed'),
  });
  await signIn.forgot({ email: '', password: '' });
  expect(view().problem?.field).toBe('email');
  expect(calls).toEqual([]);
  await signIn.forgot({ email: 'dana@example.com', password: '' });
  expect(view().problem?.text).toMatch(/connection/);
});
