/** The inbox lets some people in and redirects others: real accounts, functions and a real store. */
import { toast } from '../support/pages/contact-form.ts';
import { expect, resendButton, rowsOf, test, viewOf } from '../support/pages/inbox-site.ts';
import { callPath, demoAdmin, emailOf, login, newcomer, signUp } from '../support/pages/sign-in.ts';

const spinner = /Checking access/;

test('without a session, /admin redirects to /auth, which leads back to the same view', async ({
  page,
  visit,
}) => {
  await visit('/admin');
  await page.waitForURL('/auth');
  await visit('/admin?delivery=failed');
  await page.waitForURL('/auth?return=%2Fadmin%3Fdelivery%3Dfailed');
});

test('the page without a session contains nothing from the inbox', async ({ request }) => {
  const html = await (await request.get('/admin')).text();
  expect(html).toContain('Checking access');
  expect(html).toContain('noindex');
  expect(html).not.toMatch(/Contact Submissions|Resend|Export/);
});

test('nothing is requested before the server has confirmed an admin', async ({
  page,
  enter,
  seed,
  visit,
}) => {
  await seed(1);
  await enter();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeVisible();
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/access', async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/|InboxPage/.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  await visit('/admin', { waitUntil: 'load' });
  await expect.poll(() => asked).toEqual(['/api/access']);
  await expect(page.getByText(spinner)).toBeVisible();
  release(undefined);
  await expect(rowsOf(page).first()).toBeVisible();
});

test('a person without the admin role is told so on the home page, and gets in once they have the role', async ({
  page,
  visit,
  complaints,
  request,
  site,
}) => {
  complaints.excuseFailing('/api/access');
  const who = newcomer();
  await visit('/auth');
  await signUp(page, who);
  const account = await request.post(callPath('signInWithPassword'), { data: who });
  const { localId } = (await account.json()) as { localId: string };
  await login(page, who);
  await page.waitForURL('/');
  await expect(toast(page, 'Access denied. You need admin privileges.')).toBeVisible();
  await site.store.grantRole(localId, 'admin');
  await visit('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeVisible();
});

test('a failed check is not reported as a denial', async ({ page, enter, visit, complaints }) => {
  complaints.excuseFailing('/api/access');
  await enter();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeVisible();
  await page.clock.install();
  let tries = 0;
  await page.route('**/api/access', async (route) => {
    tries += 1;
    await route.fulfill({ status: 503, json: { error: 'Later.' } });
  });
  await visit('/admin');
  for (const expected of [1, 2, 3, 4]) {
    await expect.poll(() => tries).toBe(expected);
    await page.clock.runFor(30_000);
  }
  await page.waitForURL('/');
  await expect(toast(page, 'Error checking access')).toBeVisible();
});

test('a logout is confirmed on /auth, and ends the session in every tab', async ({
  page,
  context,
  enter,
  visitIn,
}) => {
  await enter();
  const other = await context.newPage();
  await visitIn(other, '/admin');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/auth');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await other.waitForURL('/auth');
  await expect(toast(other, 'You were logged out in another tab.')).toBeVisible();
  await visitIn(other, '/admin');
  await other.waitForURL('/auth');
});

test('a session that the server refuses redirects to /auth, which leads back to the same view', async ({
  page,
  enter,
  seed,
  complaints,
}) => {
  const { word, records } = await seed(60);
  await enter(viewOf(word));
  await expect(rowsOf(page).first()).toBeVisible();
  complaints.excuseFailing('/api/resend-to-webhook');
  await page.route('**/api/resend-to-webhook', (route) =>
    route.fulfill({ status: 401, json: { error: 'Please log in.' } }),
  );
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Resend/ })
    .click();
  await page.waitForURL(`/auth?return=${encodeURIComponent(viewOf(word))}`);
  await expect(toast(page, /^Your session has ended/)).toBeVisible();
  await expect(emailOf(page)).toBeVisible();
  await page.unroute('**/api/resend-to-webhook');
  await login(page, demoAdmin);
  await page.waitForURL(viewOf(word));
  await expect(rowsOf(page).first()).toHaveAttribute('data-id', records[0]?.id ?? '');
});

test('a closed account loses access at once, even with a valid token', async ({
  page,
  visit,
  seed,
  complaints,
  request,
  site,
}) => {
  complaints.excuseError('status of 40');
  const who = newcomer();
  const { word, records } = await seed(1, () => ({ attempts: [] }));
  await visit('/auth');
  await signUp(page, who);
  const account = await request.post(callPath('signInWithPassword'), { data: who });
  const { localId } = (await account.json()) as { localId: string };
  await site.store.grantRole(localId, 'admin');
  await visit(`/auth?return=${encodeURIComponent(viewOf(word))}`);
  await login(page, who);
  await page.waitForURL(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(1);
  // The emulator treats this token as the project's owner.
  await request.post(callPath('update'), {
    data: { localId, disableUser: true },
    headers: { authorization: 'Bearer owner' },
  });
  await resendButton(page, records[0]?.id ?? '').click();
  await page.waitForURL(`/auth?return=${encodeURIComponent(viewOf(word))}`);
  await expect(toast(page, /^Your session has ended/)).toBeVisible();
  await expect(emailOf(page)).toBeVisible();
  expect(await site.store.get(records[0]?.id ?? '')).toMatchObject({ attempts: [] });
});

test('a token that expired early is renewed without a message', async ({
  page,
  enter,
  seed,
  complaints,
}) => {
  complaints.excuseError('status of 401');
  const { word } = await seed(1);
  await enter(viewOf(word));
  const tokens: (string | undefined)[] = [];
  await page.route('**/api/submissions?**', async (route) => {
    tokens.push(route.request().headers()['authorization']);
    if (tokens.length === 1) {
      await route.fulfill({ status: 401, json: { error: 'Please log in.' } });
    } else await route.continue();
  });
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  expect(tokens.length).toBeGreaterThan(1);
});
