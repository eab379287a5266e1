import { axeFaults, looksRight } from '../support/pages/looks.ts';
import { appendTo } from '../support/builders/audit.ts';
import { second } from '../support/builders/record.ts';
import { expect, test, type Page } from '../support/pages/inbox-site.ts';
import { savedBy } from '../support/pages/reading.ts';
import { chooseTool } from '../support/pages/menus.ts';

const entries = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });

test('the audit log says who exported and when, newest first, and loads page by page', async ({
  page,
  site,
}) => {
  // Other tests of this worker have added entries.
  const { entries: earlier } = await site.store.audit({ limit: 1000 });
  const total = earlier.length + 131;
  for (let i = 0; i < 130; i++) {
    await appendTo(site.store, { action: 'resent', submission: `s${i}` }, second(i));
  }
  await site.seed(1);
  await site.enter(page);
  await savedBy(page, () => chooseTool(page, 'Export CSV'));
  await chooseTool(page, 'Audit log', 'link');
  await page.waitForURL('/admin/audit');
  const newest = page.getByRole('main').locator('li').first();
  await expect(newest).toContainText('Exported the whole list');
  await expect(newest).toContainText('admin@example.com');
  await expect(entries(page)).toHaveCount(50);
  await expect(page.getByRole('link', { name: 's129', exact: true })).toHaveAttribute(
    'href',
    '/admin#q=s129',
  );
  let shown = 50;
  while (total - shown > 50) {
    await page.getByRole('button', { name: 'Load more' }).click();
    shown += 50;
    await expect(entries(page)).toHaveCount(shown);
  }

  await test.step('the last page takes the focus that its button had', async () => {
    await page.getByRole('button', { name: 'Load more' }).press('Enter');
    await expect(entries(page)).toHaveCount(total);
    await expect(page.getByRole('main').locator('li').nth(shown)).toBeFocused();
    await expect(page.getByText(`Beginning of the log: ${total} entries`)).toBeVisible();
  });
});

test('a failed load of the audit log is reported and can be retried, and an unreadable entry is marked', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/audit?limit=50');
  const submissions = [crypto.randomUUID()];
  await appendTo(site.store, { action: 'erased', submissions }, new Date().toISOString());
  await page.route('**/api/audit?*', (route) =>
    route.fulfill({ status: 400, json: { error: 'No.' } }),
  );
  await site.enter(page, '/admin/audit');
  await expect(page.getByText('Error loading entries')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await page.route('**/api/audit?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { entries: unknown[] };
    await route.fulfill({ response, json: { ...answer, entries: [{}, ...answer.entries] } });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Error loading entries')).toBeHidden();
  await expect(page.getByText('This entry can’t be read.')).toBeVisible();
  await page.getByText('IDs', { exact: true }).first().click();
  await looksRight(page, 'the audit log', [320, 1280]);
});
