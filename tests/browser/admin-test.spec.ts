import { expect, rowsOf, search, test, viewOf, type Page } from '../support/pages/inbox-site.ts';
import { chooseTool, chooseToolByKey, menuButton } from '../support/pages/menus.ts';
import { savedBy } from '../support/pages/reading.ts';
import { looksRight } from '../support/pages/looks.ts';
import { ok } from '../support/servers/behaviour.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send a test' });
const statusOf = (page: Page) => dialog(page).getByRole('status');
/** The dialog's only button, under its current label. */
const go = (page: Page, says: string) =>
  dialog(page).getByRole('button', { name: says, exact: true });

test.beforeEach(({ site: { webhook } }) => {
  webhook.usually(ok);
});

test('a test can be sent with the keyboard alone, and is in no list, search, filter or export', async ({
  page,
  site,
}) => {
  const { word } = await site.enterSeeded(page, 1);
  await chooseToolByKey(page, 'Send a test');
  await expect(go(page, 'Send test')).toBeFocused();
  await expect(dialog(page)).toContainText('marked as a test');
  await page.keyboard.press('Enter');
  await expect(statusOf(page)).toHaveText(/^It arrived: the answer was 200 after [\d.]+ m?s\.$/);
  const body = JSON.parse(site.webhook.arrivals.at(-1)?.body ?? '') as { name: string };
  expect(body).toMatchObject({ test: true, name: 'TEST, not a lead' });
  await expect(go(page, 'Send another')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await chooseToolByKey(page, 'Send a test');
  await expect(go(page, 'Send test')).toBeVisible();
  await expect(statusOf(page)).toBeEmpty();

  await page.goto('/admin');
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: body.name })).toHaveCount(0);
  const { text: csv } = await savedBy(page, () => chooseTool(page, 'Export CSV'));
  expect(csv).toContain(word);
  expect(csv).not.toContain(body.name);
  for (const state of ['', '?delivery=delivered']) {
    await page.goto(`/admin${state}#q=TEST`);
    await expect(search(page)).toHaveValue('TEST');
    await expect(page.getByText('No submission matches')).toBeVisible();
  }
});

test('a test that did not arrive says why at once, and what to do', async ({ page, site }) => {
  site.webhook.usually({ status: 500, body: 'no room for leads' });
  await site.enter(page);
  await chooseTool(page, 'Send a test');
  await go(page, 'Send test').click();
  await expect(statusOf(page)).toContainText('It did not arrive: the answer was 500 after');
  await expect(statusOf(page)).toContainText('no room for leads');
  await expect(statusOf(page)).toContainText('Look at the log of the receiver.');
  site.webhook.usually({ status: 401 });
  await go(page, 'Send another').click();
  await expect(statusOf(page)).toContainText('has the same WEBHOOK_SECRET');
  await site.webhook.down();
  await go(page, 'Send another').click();
  await expect(statusOf(page)).toContainText('It did not arrive. The connection was refused.');
  await expect(statusOf(page)).toContainText('Check WEBHOOK_URL');
  await site.webhook.up();
  site.webhook.usually(ok);
  const { length: before } = site.webhook.arrivals;
  await go(page, 'Send another').click();
  await expect(statusOf(page)).toContainText('It arrived: the answer was 200');
  expect(site.webhook.arrivals).toHaveLength(before + 1);
});

const states = [
  {
    says: 'It arrived: the answer was 204 after 180 ms.',
    status: 200,
    json: { status: 204, ms: 180 },
  },
  {
    says: 'It did not arrive: the answer was 500 after 1.2 s.',
    status: 200,
    json: { status: 500, ms: 1240, error: `no room ${'forleads'.repeat(30)}` },
  },
  {
    says: 'It did not arrive. No answer within 10 s. That took 10.0 s.',
    status: 200,
    json: { status: null, ms: 10_004, error: 'No answer within 10 s' },
  },
  {
    says: 'No webhook is set up',
    status: 502,
    json: { error: 'No webhook is set up: set WEBHOOK_URL to the address.' },
  },
];

test('each state of the test dialog fits 360 and 1280 px, and axe-core finds no violation', async ({
  site,
  page,
  complaints,
}) => {
  complaints.excuseFailing('/api/test-delivery');
  // Without rows, because axe-core would check them each time.
  await site.enter(page, viewOf('nobody'));
  for (const { says, status, json } of states) {
    await page.route('**/api/test-delivery', (route) => route.fulfill({ status, json }));
    await chooseTool(page, 'Send a test');
    await go(page, 'Send test').click();
    await expect(statusOf(page)).toContainText(says);
    await looksRight(page, says, [360]);
    expect((await dialog(page).boundingBox())?.width, says).toBeLessThanOrEqual(360);
    await looksRight(page, says, [1280]);
    await page.keyboard.press('Escape');
  }
});
