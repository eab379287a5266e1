import { axeFaults, looksRight } from '../support/pages/looks.ts';
import { headAfter } from '../../src/shared/audit.ts';
import { appendTo } from '../support/builders/audit.ts';
import { expect, test, type Page } from '../support/pages/inbox-site.ts';
import { savedBy } from '../support/pages/reading.ts';
import { chooseTool } from '../support/pages/menus.ts';

const verify = (page: Page) => page.getByRole('button', { name: 'Verify' });
const entries = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });

test('the audit log says who exported when, loads page by page, and is verified in full', async ({
  page,
  site,
}) => {
  const end = headAfter(await appendTo(site.store));
  await appendTo(site.store, { action: 'witnessed', ...end, token: null });
  for (let i = 0; i < 230; i++) {
    await appendTo(site.store, { action: 'resent', submission: `s${i}` });
  }
  const count = (await site.store.audit({ limit: 1 })).head.count + 1;
  await site.seed(1);
  await site.enter(page);
  await savedBy(page, () => chooseTool(page, 'Export CSV'));
  await chooseTool(page, 'Audit log', 'link');
  await page.waitForURL('/admin/audit');
  const newest = page.getByRole('main').locator('li').first();
  await expect(newest).toContainText('Exported the whole list');
  await expect(newest).toContainText('admin@example.com');
  await expect(entries(page)).toHaveCount(50);
  await expect(entries(page).first()).toHaveText(`Entry ${count}`);
  await expect(page.getByRole('link', { name: 's229', exact: true })).toHaveAttribute(
    'href',
    '/admin#q=s229',
  );
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(entries(page)).toHaveCount(100);
  await verify(page).click();
  await expect(
    page.getByText(`All ${count} entries are unchanged, and none is missing. Witnessed since`),
  ).toBeVisible();

  await test.step('the last page takes the focus that its button had', async () => {
    await changeAnswers(page, ({ entries }) => ({
      entries: entries.slice(0, 5),
      next_cursor: null,
    }));
    await page.getByRole('button', { name: 'Load more' }).press('Enter');
    await expect(entries(page)).toHaveCount(105);
    await expect(page.getByRole('main').locator('li').nth(100)).toBeFocused();
  });
});

interface Answer {
  entries: { number: number; at: string }[];
  next_cursor?: null;
}

const changeAnswers = (page: Page, change: (answer: Answer) => Answer) =>
  page.route('**/api/audit?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    await route.fulfill({ response, json: { ...answer, ...change(answer) } });
  });

test('an audit log that fails to load says so, and can be loaded again, and verifying names an altered entry', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/audit?limit=50');
  complaints.excuseFailing('/api/audit?limit=200');
  await appendTo(site.store, { action: 'erased', submissions: [crypto.randomUUID()] });
  await appendTo(site.store);
  const { head } = await site.store.audit({ limit: 1 });
  await page.route('**/api/audit?*', (route) =>
    route.fulfill({ status: 400, json: { error: 'No.' } }),
  );
  await site.enter(page, '/admin/audit');
  await expect(page.getByText('Error loading entries')).toBeVisible();
  await verify(page).click();
  await expect(page.getByText('The audit log could not be read to its beginning.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  const altered = head.count - 1;
  await changeAnswers(page, ({ entries }) => ({
    entries: entries.map((it) =>
      it.number === altered ? { ...it, at: '2020-01-01T00:00:00.000Z' } : it,
    ),
  }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Error loading entries')).toBeHidden();
  await verify(page).click();
  await expect(page.getByText(`Entry ${altered} was changed.`)).toBeVisible();
  await page.getByText('IDs', { exact: true }).first().click();
  await looksRight(page, 'an altered entry', [320, 1280]);
});
