import { expect, test } from 'vitest';
import { checkAccess, createRedirect, redirectFor } from '../../../../src/islands/staff/access.ts';
import { noWaits } from '../../../support/worlds/inbox-world.ts';

const account = {
  email: 'admin@example.com',
  token: () => Promise.resolve('token'),
  signOut: () => Promise.resolve(),
  onEnded: () => undefined,
};

function check(
  answers: (Response | Error)[],
  current: typeof account | 'nobody' | Error = account,
) {
  const { wait, waits } = noWaits();
  const access = checkAccess({
    currentAccount: () =>
      current instanceof Error
        ? Promise.reject(current)
        : Promise.resolve(current === 'nobody' ? undefined : current),
    fetch: () => {
      const answer = answers.shift() ?? Response.json({ role: 'admin' });
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    wait,
  });
  return { access, waits };
}

const status = (code: number) => Response.json({ error: 'No.' }, { status: code });
const offline = () => new TypeError('Failed to fetch');

test('the check lets in an admin', async () => {
  expect(await check([]).access).toEqual({ account });
});

test('the check asks a person without a session to sign in', async () => {
  expect(await check([], 'nobody').access).toEqual({ turnedAway: 'no session' });
});

test.each([
  ['denied', [status(403)]],
  ['ended', [status(401), status(401)]],
  ['unclear', [status(400)]],
  ['unclear', [Response.json({ role: 'editor' })]],
  ['unclear', [new Response('<p>an error page</p>')]],
  ['unclear', [status(503), offline(), status(500), status(503)]],
] as const)('the check turns a person away: %s', async (reason, answers) => {
  expect(await check([...answers]).access).toMatchObject({ turnedAway: reason });
});

test('the check does not ask for a password when the sign-in library fails to load', async () => {
  expect(await check([], new Error('not loaded')).access).toEqual({ turnedAway: 'unclear' });
});

test('the check survives a short outage', async () => {
  const { access, waits } = check([status(503), offline()]);
  expect(await access).toEqual({ account });
  expect(waits).toEqual([1000, 2000]);
});

test('a redirect has a message and a way back, depending on the reason', () => {
  const here = '/admin?q=lopez&delivery=failed';
  const back = '/auth?return=%2Fadmin%3Fq%3Dlopez%26delivery%3Dfailed';
  expect(redirectFor('no session', '/admin')).toEqual({ href: '/auth' });
  expect(redirectFor('no session', here)).toEqual({ href: back });
  expect(redirectFor('ended', here)).toEqual({
    href: back,
    toast: { title: 'Your session has ended. Log in again to go on.' },
  });
  expect(redirectFor('ended elsewhere', '/admin')).toEqual({
    href: '/auth',
    toast: { title: 'You were logged out in another tab.' },
  });
  expect(redirectFor('logout', here)).toEqual({
    href: '/auth',
    toast: { title: 'Logged out successfully' },
  });
  expect(redirectFor('denied', here)).toEqual({
    href: '/',
    toast: { title: 'Access denied. You need admin privileges.', destructive: true },
  });
  expect(redirectFor('unclear', here)).toEqual({
    href: '/',
    toast: { title: 'Error checking access', destructive: true },
  });
});

function redirecting(signOut: () => Promise<void>) {
  const gone: string[] = [];
  const toasts: string[] = [];
  const redirect = createRedirect({
    account: { signOut },
    here: () => '/admin',
    go: (href) => void gone.push(href),
    flashToast: ({ title }) => void toasts.push(title),
  });
  return { redirect, gone, toasts };
}

test('a redirect happens once, even if several calls find the session ended', async () => {
  let signedOut = 0;
  const { redirect, gone } = redirecting(() => {
    signedOut += 1;
    return Promise.resolve();
  });
  await Promise.all([redirect('ended'), redirect('ended'), redirect('ended elsewhere')]);
  expect(gone).toEqual(['/auth']);
  // Otherwise /auth would find the session and redirect back here forever.
  expect(signedOut).toBe(1);
});

test('a failed logout stays on the page', async () => {
  const { redirect, gone, toasts } = redirecting(() => Promise.reject(new Error('no')));
  await expect(redirect('logout')).rejects.toThrow();
  expect({ gone, toasts }).toEqual({ gone: [], toasts: [] });
});
