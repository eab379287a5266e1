import type { Attempt, TrialDelivery } from '../../src/shared/submission.ts';
import { expect, rowsOf, search, test, viewOf, type Page } from '../support/pages/inbox-site.ts';
import { chooseTool, chooseToolByKey, menuButton } from '../support/pages/menus.ts';
import { savedBy } from '../support/pages/reading.ts';
import { looksRight } from '../support/pages/looks.ts';
import { ok } from '../support/servers/behaviour.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send a test lead' });
const told = (page: Page) => dialog(page).getByRole('status');
/** Its one button, by its current label. */
const go = (page: Page, says: string) =>
  dialog(page).getByRole('button', { name: says, exact: true });

test.beforeEach(({ site: { webhook } }) => {
  webhook.usually(ok);
});

test('a test lead can be sent with the keyboard alone, and is in no list, search, filter or export', async ({
  page,
  site,
}) => {
  const { word } = await site.enterSeeded(page, 1);
  await chooseToolByKey(page, 'Send a test lead');
  await expect(go(page, 'Send test')).toBeFocused();
  await expect(dialog(page)).toContainText('marked as a test');
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText(/^It arrived: the answer was 200 after [\d.]+ m?s\.$/);
  const body = JSON.parse(site.webhook.arrivals.at(-1)?.body ?? '') as { name: string };
  expect(body).toMatchObject({ test: true, name: 'TEST, not a lead' });
  await expect(go(page, 'Send another')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await chooseToolByKey(page, 'Send a test lead');
  await expect(go(page, 'Send test')).toBeVisible();
  await expect(told(page)).toBeEmpty();

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

test('a test lead that did not arrive says why, and arrives by hand or by the schedule', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseError('status of');
  // In an hour, so that the schedule doesn't send it first.
  const headers = { 'retry-after': '3600' };
  site.webhook.usually({ status: 500, body: 'no room for leads', headers });
  await site.enter(page);
  await chooseTool(page, 'Send a test lead');
  await go(page, 'Send test').click();
  await expect(told(page)).toHaveText('It did not arrive: the answer was 500.');
  await expect(dialog(page)).toContainText('no room for leads');
  await expect(dialog(page)).toContainText('Next try');
  site.webhook.usually(ok);
  await go(page, 'Try again now').click();
  await expect(told(page)).toContainText('It arrived: the answer was 200');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await expect(dialog(page)).toContainText('resent by admin@example.com');
  await site.webhook.down();
  const answerOnce = (status: number) =>
    page.route('**/api/test-delivery?id=*', (route) => route.fulfill({ status, json: {} }), {
      times: 1,
    });
  await answerOnce(503);
  await go(page, 'Send another').click();
  await expect(told(page)).toContainText('Its status is not available right now. Trying again.');
  await expect(told(page)).toHaveText('It did not arrive. The connection was refused.');
  await site.webhook.up();
  await expect(told(page)).toContainText('It arrived: the answer was 200');
  await site.webhook.down();
  await answerOnce(404);
  await go(page, 'Send another').click();
  await expect(told(page)).toHaveText(
    'This test lead was deleted because it is more than a day old.',
  );
});

const at = '2026-03-01T12:00:00.000Z';
const refused: Attempt = { at, ms: 1240, status: 500, answer: `no room ${'forleads'.repeat(30)}` };
const silent: Attempt = { at, ms: 10_004, error: 'No answer within 10 s' };
const pending = { state: 'pending', next_attempt_at: at } as const;
const given = (delivery: TrialDelivery['delivery'], ...attempts: Attempt[]) => ({
  status: 201,
  json: { id: 'c0ffee00-0000-4000-8000-000000000000', delivery, attempts },
});
const states = [
  { says: 'in the queue', ...given(pending) },
  {
    says: 'It arrived: the answer was 204 after 180 ms.',
    ...given({ state: 'delivered', at }, { at, ms: 180, status: 204 }),
  },
  { says: 'It did not arrive: the answer was 500.', ...given(pending, refused) },
  {
    says: 'It did not arrive. No answer within 10 s.',
    ...given({ state: 'failed', at }, refused, silent),
  },
  {
    says: 'No webhook is set up',
    status: 502,
    json: { error: 'No webhook is set up: set WEBHOOK_URL to the address.' },
  },
];

test('each state of the test dialog fits 360 and 1280 px, and axe-core finds no fault', async ({
  site,
  page,
  complaints,
}) => {
  complaints.excuseFailing('/api/test-delivery');
  // Without rows, which axe-core would look at each time.
  await site.enter(page, viewOf('nobody'));
  for (const { says, status, json } of states) {
    await page.route('**/api/test-delivery*', (route) => route.fulfill({ status, json }));
    await chooseTool(page, 'Send a test lead');
    await go(page, 'Send test').click();
    await expect(told(page)).toContainText(says);
    await looksRight(page, says, [360]);
    expect((await dialog(page).boundingBox())?.width, says).toBeLessThanOrEqual(360);
    await looksRight(page, says, [1280]);
    await page.keyboard.press('Escape');
  }
});
