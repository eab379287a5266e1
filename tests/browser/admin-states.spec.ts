import { toast } from '../support/pages/contact-form.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { chooseTool, moreButton, nameOf, pollNow, rowsOf } from '../support/pages/menus.ts';
import { looksRight } from '../support/pages/looks.ts';
import { expect, inboxOf, test, visit, type StubbedInbox } from '../support/pages/stubbed.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const failing = (inbox: StubbedInbox, which: RegExp) => {
  inbox.intercept = (call) =>
    which.test(call) ? { status: 400, json: { error: 'No.' } } : undefined;
};
const widths = [360, 768, 1440];

test('an empty inbox, and one without open leads, fit the window, and axe-core finds no violation', async ({
  page,
}) => {
  const inbox = await inboxOf(page, []);
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Every request from the contact form');
  const testButton = page.getByRole('button', { name: 'Try it with a test' });
  const dialog = page.getByRole('dialog', { name: 'Send a test' });
  await looksRight(page, 'no submission', widths);

  inbox.rows = leads(3).map((lead, i) =>
    i === 0 ? { ...lead, delivery: { state: 'held', reasons: [] } } : { ...lead, archived: true },
  );
  await testButton.click();
  await expect(dialog).toBeVisible();
  await pollNow(page);
  await expect(page.getByText('1 held').first()).toBeAttached();
  await expect(dialog, 'it stays when a lead comes').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('All done. Nothing is in the inbox.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '1 held' })).toHaveCount(2);
  await looksRight(page, 'an inbox where all is done', widths);

  inbox.rows = leads(1);
  await pollNow(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(1);
});

test('a failed list can be loaded again, and a failed further page keeps its rows, and continues from there', async ({
  page,
  complaints,
}) => {
  complaints.excuseError('status of 400');
  const inbox = await inboxOf(page, leads(60), (it) => failing(it, /GET \/api\/submissions\?/));
  await expect(toast(page, 'Error loading submissions')).toBeVisible();
  await expect(page.getByRole('main').getByText('Error loading submissions')).toBeVisible();
  await looksRight(page, 'no answer from the start', widths);

  failing(inbox, /cursor=/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page)).toHaveCount(50);
  await (await moreButton(page)).click();
  await expect(page.getByText('The submissions loaded earlier are still here.')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(50);
  await looksRight(page, 'a page that fails', [360]);
  inbox.intercept = () => undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page)).toHaveCount(60);
});

test('a list, its panel, its keys, its search and its bulk resend fit the window, and axe-core finds no violation', async ({
  page,
}) => {
  await inboxOf(page, leads(8));
  await expect(rowsOf(page)).toHaveCount(8);
  await looksRight(page, 'a list', widths);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await looksRight(page, 'the keys', widths);
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader').nth(3).getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText('Given up');
  await looksRight(page, 'the panel', widths);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await chooseTool(page, 'Resend all failed');
  await expect(page.getByRole('button', { name: 'Send now' })).toBeFocused();
  await looksRight(page, 'a question before a bulk resend', widths);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('2 sent, 0 failed')).toBeVisible();
  await looksRight(page, 'a bulk resend', widths);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No submission matches')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '0 shown' })).toBeVisible();
  await looksRight(page, 'nothing found', widths);
});

test('a page whose code cannot load says so, and can be loaded again', async ({
  page,
  complaints,
}) => {
  complaints.excuseError('/_astro/');
  for (const [path, script] of [
    ['/admin', 'InboxIsland'],
    ['/auth', 'SignInCard'],
  ] as const)
    await test.step(path, async () => {
      const code = `**/_astro/${script}*`;
      await page.route(code, (route) => route.abort());
      await visit(page, path);
      await expect(page.getByRole('alert').first()).toContainText('This page could not be loaded.');
      const login = page.getByRole('button', { name: 'Login' });
      await expect(page.getByText('Checking access').or(login)).toBeHidden();
      await page.unroute(code);
      await page.getByRole('link', { name: 'Reload the page' }).click();
      await expect(login).toBeEnabled();
    });
});

test('a dialog or panel whose code cannot load says so', async ({ page, complaints }) => {
  complaints.excuseError('/_astro/');
  await inboxOf(page, leads(3));
  await page.route(/\/_astro\/later/, (route) => route.abort());
  await chooseTool(page, 'Erase a person');
  await expect(toast(page, 'This could not be opened')).toContainText('Reload the page');
  await nameOf(page, 0).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('alert')).toHaveText(/^This could not be opened/);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
});
