import { expect, test } from 'vitest';
import { refusal, signInWorld } from '../../../support/sign-in-world.ts';

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

test('starts as a login, and asks nobody anything', () => {
  const { view, calls, toasts } = signInWorld();
  expect(view()).toEqual({ mode: 'login' });
  expect([calls, toasts]).toEqual([[], []]);
});

test('a login leads on with its toast, and the card stays busy until then', async () => {
  const { signIn, view, calls, toasts, entered } = signInWorld();
  await signIn.submit({ ...typed, email: ' dana@example.com ' });
  expect(calls).toEqual([['signIn', 'dana@example.com', 'leadwright']]);
  expect(entered).toEqual([{ title: 'Logged in successfully!' }]);
  expect(toasts).toEqual([]);
  expect(view()).toEqual({ mode: 'login', work: 'login' });
});

test('a password is sent as it was typed, spaces too', async () => {
  const { signIn, calls } = signInWorld();
  await signIn.submit({ ...typed, password: ' leadwright ' });
  expect(calls[0]?.[2]).toBe(' leadwright ');
});

test('whatever is pressed while a login is under way changes nothing', async () => {
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

test('what is wrong with the fields is said without asking anybody', async () => {
  const { signIn, view, calls, toasts } = signInWorld();
  await signIn.submit({ ...typed, password: '12345' });
  expect(view().problem).toEqual({
    field: 'password',
    text: 'Password must be at least 6 characters',
  });
  expect([calls, toasts]).toEqual([[], []]);
});

test('a wrong password is said in a toast and at the field, and can be tried again', async () => {
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

test("a network that fails before Firebase's code is there is said too", async () => {
  const { signIn, view } = signInWorld({ load: refusal('account/not-loaded') });
  await signIn.submit(typed);
  expect(view().problem?.text).toMatch(/connection/);
});

test('a sign-up ends at the login, and nowhere near the inbox', async () => {
  const { signIn, view, calls, toasts, entered } = signInWorld();
  signIn.toggle();
  await signIn.submit(typed);
  expect(calls).toEqual([['signUp', 'dana@example.com', 'leadwright']]);
  expect(toasts).toEqual([{ title: 'Account created! Please check your email to verify.' }]);
  expect(view()).toEqual({ mode: 'login', signedUp: true });
  expect(entered).toEqual([]);
});

test('an account without its mail is one all the same', async () => {
  const { signIn, view, toasts } = signInWorld({ signUp: refusal('account/mail-not-sent') });
  signIn.toggle();
  await signIn.submit(typed);
  expect(toasts[0]?.title).toMatch(/^Account created, but/);
  expect(toasts[0]?.destructive).toBe(true);
  expect(view()).toEqual({ mode: 'login', signedUp: true });
});

test('a sign-up that fails stays a sign-up', async () => {
  const { signIn, view } = signInWorld({ signUp: refusal('auth/email-already-in-use') });
  signIn.toggle();
  await signIn.submit(typed);
  expect(view()).toEqual({
    mode: 'signUp',
    problem: { field: 'email', text: 'That e-mail already has an account.' },
  });
});

test('the toggle takes the problem with it', async () => {
  const { signIn, view } = signInWorld();
  await signIn.submit({ email: '', password: '' });
  signIn.toggle();
  expect(view()).toEqual({ mode: 'signUp' });
  signIn.toggle();
  expect(view()).toEqual({ mode: 'login' });
});

test('a forgotten password has one answer, whether there is an account or not', async () => {
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

test('a forgotten password needs an address and a network', async () => {
  const { signIn, view, calls } = signInWorld({
    sendReset: refusal('auth/network-request-failed'),
  });
  await signIn.forgot({ email: '', password: '' });
  expect(view().problem?.field).toBe('email');
  expect(calls).toEqual([]);
  await signIn.forgot({ email: 'dana@example.com', password: '' });
  expect(view().problem?.text).toMatch(/connection/);
});
