/** Who may open the inbox: real accounts, functions and a real store. */
import { toast } from '../support/pages/contact-form.ts';
import { expect, resendButton, rowsOf, test, viewOf, visit } from '../support/pages/inbox-site.ts';
import { callPath, demoAdmin, login, newcomer, signUp } from '../support/pages/sign-in.ts';
import { holdBack } from '../support/pages/scripts.ts';
import { chooseTool, menuButton } from '../support/pages/menus.ts';

const spinner = /Checking access/;

test('without a session, a staff page has no content and redirects to /auth, which leads back', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/admin')).text();
  expect(html).toContain('Checking access');
  expect(html).toContain('noindex');
  expect(html).not.toMatch(/Contact Submissions|Resend|Export/);
  for (const [path, to] of [
    ['/admin', '/auth'],
    ['/admin/audit?x', '/auth?return=%2Fadmin%2Faudit%3Fx'],
  ] as const) {
    await visit(page, path);
    await page.waitForURL(to);
  }
});

test('the first request for the list also checks the admin’s role, and only Firebase is asked before it', async ({
  page,
  site,
}) => {
  const { records } = await site.seed(2);
  const release = await holdBack(page, '**/api/submissions?*');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/|googleapis/.test(request.url())) requests.push(new URL(request.url()).pathname);
  });
  await site.enter(page);
  const session = new URL(callPath('lookup'), site.address).pathname;
  await expect.poll(() => requests).toEqual([session, '/api/submissions']);
  await expect(page.getByText(spinner)).toBeVisible();
  // If the address changes during the call, the page must show the new lead.
  await page.evaluate((id) => {
    location.hash = `q=${id}`;
  }, records[1]?.id);
  expect(requests, 'still').toHaveLength(2);
  release();
  await expect(rowsOf(page)).toHaveCount(1);
});

test('an admin whose access cannot be checked is sent to the home page, and stays logged in', async ({
  site,
  page,
  complaints,
}) => {
  complaints.excuseError('status of 400');
  await page.route('**/api/**', (route) => route.fulfill({ status: 400, json: { error: 'No.' } }));
  await site.enter(page);
  await page.waitForURL('/');
  await expect(toast(page, 'Error checking access')).toBeVisible();
  await page.unroute('**/api/**');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeVisible();
});

test('a logout is confirmed on /auth, and ends the session in every tab', async ({
  site,
  page,
  context,
}) => {
  await site.enter(page);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(menuButton(other)).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('leadwright:note:a:', 'about Dana'));
  await chooseTool(page, 'Logout');
  await page.waitForURL('/auth');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('about Dana');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await other.waitForURL('/auth');
  await expect(toast(other, 'You were logged out in another tab.')).toBeVisible();
  await other.goto('/admin');
  await other.waitForURL('/auth');
});

test('a user gets access with the role, and loses it as soon as the account is closed', async ({
  page,
  complaints,
  request,
  site,
}) => {
  complaints.excuseError('status of 40');
  const user = newcomer();
  const { word, records } = await site.seed(1, () => ({ attempts: [] }));
  await visit(page, '/auth');
  await signUp(page, user);
  const account = await request.post(callPath('signInWithPassword'), { data: user });
  const { localId } = (await account.json()) as { localId: string };
  await login(page, user);
  await page.waitForURL('/');
  await expect(toast(page, 'Access denied. You need admin privileges.')).toBeVisible();
  // With the session, /auth would only redirect to the refusal again, and no other user could log in.
  await visit(page, viewOf(word));
  await page.waitForURL(`/auth#q=${word}`);
  await site.store.grantRole(localId, 'admin');
  await login(page, user);
  await page.waitForURL(viewOf(word));
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  // Blocks polls, so that the press is the first call to learn of it.
  const release = await holdBack(page, /\/api\/(submissions|search|alerts)\b/);
  // The emulator treats this token as the project owner's.
  await request.post(callPath('update'), {
    data: { localId, disableUser: true },
    headers: { authorization: 'Bearer owner' },
  });
  await resendButton(page, records[0]?.id ?? '').click();
  await page.waitForURL(`/auth#q=${word}`);
  await expect(toast(page, /^Your session has ended/)).toBeVisible();
  expect(await site.store.get(records[0]?.id ?? '')).toMatchObject({ attempts: [] });
  release();
  await login(page, demoAdmin);
  await page.waitForURL(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(1);
});
