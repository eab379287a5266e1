/** How long a session lasts, and how it ends: the real Auth emulator, and its error responses. */
import { toast } from '../support/pages/contact-form.ts';
import { expect, test, visit, viewOf, type Page } from '../support/pages/inbox-site.ts';
import { chooseTool, menuButton, pollNow } from '../support/pages/menus.ts';
import { holdBack } from '../support/pages/scripts.ts';
import {
  callPath,
  demoAdmin,
  emailOf,
  login,
  newcomer,
  problem,
} from '../support/pages/sign-in.ts';

const inbox = (page: Page) => page.getByRole('heading', { name: 'Contact Submissions' });

const tokenCalls = /securetoken\.googleapis\.com/;
const lookupCalls = `**${callPath('lookup')}`;

/** Google's response during an outage. */
const outage = {
  status: 503,
  json: {
    error: { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' },
  },
};

/** Sets the page's clock to three minutes before the token of a new session expires. */
const nearlyExpired = (page: Page) => page.clock.install({ time: Date.now() + 57 * 60_000 });

test('a token that is about to expire is renewed before the list is requested', async ({
  site,
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    const [call] = /(?<=\/)(?:token|submissions)(?=\?)/.exec(request.url()) ?? [];
    if (call !== undefined) requests.push(call);
  });
  await nearlyExpired(page);
  await site.enter(page);
  await expect(inbox(page)).toBeVisible();
  expect(requests.slice(0, 2)).toEqual(['token', 'submissions']);
});

test('staff stay signed in while Firebase fails', async ({ site, page, complaints }) => {
  complaints.excuseError('status of 503');
  await page.route(lookupCalls, (route) => route.fulfill(outage));
  await site.enter(page);
  await expect(inbox(page)).toBeVisible();
  // The token has to be renewed, and the first attempt fails.
  await page.route(tokenCalls, (route) => route.fulfill(outage), { times: 2 });
  await nearlyExpired(page);
  const renewed = page.waitForResponse((it) => tokenCalls.test(it.url()) && it.ok());
  await page.reload();
  await renewed;
  await expect(inbox(page)).toBeVisible();
});

test('a session that Firebase has ended leads to /auth, which says so', async ({
  site,
  page,
  request,
  complaints,
}) => {
  complaints.excuseError('status of 400');
  const user = newcomer();
  const account = await request.post(callPath('signUp'), { data: user });
  const { localId } = (await account.json()) as { localId: string };
  await site.store.grantRole(localId, 'admin');
  await visit(page, '/auth');
  await login(page, user);
  await page.waitForURL('/admin');
  await expect(inbox(page)).toBeVisible();
  // The emulator treats this token as the project owner's.
  await request.post(callPath('update'), {
    data: { localId, disableUser: true },
    headers: { authorization: 'Bearer owner' },
  });
  await page.reload();
  await page.waitForURL('/auth');
  await expect(toast(page, /^Your session has ended/)).toBeVisible();
  await login(page, demoAdmin);
  await page.waitForURL('/admin');
});

test('a token renewed during a logout does not restore the session', async ({
  site,
  page,
  complaints,
}) => {
  complaints.excuseError('status of 401');
  await site.enter(page);
  await expect(menuButton(page)).toBeVisible();
  const renew = await holdBack(page, tokenCalls);
  const leave = await holdBack(page, '**/auth');
  const renewing = page.waitForRequest(tokenCalls);
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { error: 'No.' } }), {
    times: 1,
  });
  // The inbox polls as soon as the network is back.
  await pollNow(page);
  await renewing;
  const leaving = page.waitForRequest('**/auth');
  const logout = chooseTool(page, 'Logout');
  await leaving;
  const renewed = page.waitForResponse(tokenCalls);
  renew();
  await renewed;
  leave();
  await logout;
  await page.waitForURL('/auth');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await visit(page, '/admin');
  await page.waitForURL('/auth');
});

test('with blocked storage, a staff page leads to /auth, which asks for storage', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, storage, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  await visit(page, '/admin?q=dana');
  await page.waitForURL('/auth#q=dana');
  await expect(emailOf(page)).toBeVisible();
  await login(page, demoAdmin);
  await expect(problem(page, /Allow site data and try again/)).toBeVisible();
  await visit(page, viewOf('dana'));
  await page.waitForURL('/auth#q=dana');
});
