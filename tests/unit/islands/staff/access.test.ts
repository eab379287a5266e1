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
  currentAccount: () => Promise<typeof account | undefined> = () => Promise.resolve(account),
) {
  const { wait, waits } = noWaits();
  const access = checkAccess({
    currentAccount,
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

test('the check lets in an admin, also after a short outage', async () => {
  const { access, waits } = check([status(503), offline()]);
  expect(await access).toEqual({ account });
  expect(waits).toEqual([1000, 2000]);
});

test('the check asks a person without a session to sign in', async () => {
  expect(await check([], () => Promise.resolve(undefined)).access).toEqual({
    turnedAway: 'no session',
  });
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
  const failing = () => Promise.reject(new Error('not loaded'));
  expect(await check([], failing).access).toEqual({ turnedAway: 'unclear' });
});

const here = '/admin?q=lopez&delivery=failed';
const back = '/auth?return=%2Fadmin%3Fq%3Dlopez%26delivery%3Dfailed';
test.each([
  ['no session', '/admin', { href: '/auth' }],
  ['no session', here, { href: back }],
  ['ended', here, { href: back, toast: 'Your session has ended. Log in again to go on.' }],
  ['ended elsewhere', '/admin', { href: '/auth', toast: 'You were logged out in another tab.' }],
  ['logout', here, { href: '/auth', toast: 'Logged out successfully' }],
  ['denied', here, { href: '/', bad: 'Access denied. You need admin privileges.' }],
  ['unclear', here, { href: '/', bad: 'Error checking access' }],
] as const)('a redirect because of "%s" from %s has a message and a way back', (...row) => {
  const [reason, from, { href, ...says }] = row;
  const toast =
    'bad' in says
      ? { title: says.bad, destructive: true }
      : 'toast' in says && { title: says.toast };
  expect(redirectFor(reason, from)).toEqual({ href, ...(toast && { toast }) });
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
