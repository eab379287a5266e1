/** Testing the webhook from the inbox, with real accounts, functions, store and receiver. */
import { readFile } from 'node:fs/promises';
import { deliveryStates } from '../../src/shared/submission.ts';
import { expect, rowsOf, search, test, viewOf } from '../support/pages/inbox-site.ts';
import { ok } from '../support/servers/behaviour.ts';
import { dialog, go, opener, told } from '../support/pages/trial-lead.ts';

test.beforeEach(({ site: { webhook } }) => {
  webhook.usually(ok);
});

test('a test lead can be sent with the keyboard alone, and is shown to arrive', async ({
  page,
  enter,
  site,
}) => {
  await enter();
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(go(page, 'Send test')).toBeFocused();
  await expect(dialog(page)).toContainText('marked as a test');
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText(/^It arrived: the webhook answered 200 after [\d.]+ m?s\.$/);
  const body = JSON.parse(site.webhook.arrivals.at(-1)?.body ?? '') as unknown;
  expect(body).toMatchObject({ test: true, name: 'TEST, not a lead' });
  await expect(go(page, 'Send another')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(go(page, 'Send test')).toBeVisible();
  await expect(told(page)).toBeEmpty();
});

test('a test lead is in no list, search, filter or export', async ({ page, enter, seed }) => {
  const { word } = await seed(1);
  await enter(viewOf(word));
  await opener(page).click();
  await go(page, 'Send test').click();
  await expect(told(page)).toContainText('It arrived');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.goto('/admin');
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'not a lead' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(word);
  expect(csv).not.toContain('not a lead');
  for (const state of ['', ...deliveryStates]) {
    await page.goto(`/admin?q=TEST${state && `&delivery=${state}`}`);
    await expect(search(page)).toHaveValue('TEST');
    await expect(page.getByText('No submission matches')).toBeVisible();
  }
});

test('a test lead that did not arrive says why, and can be sent again', async ({
  page,
  enter,
  site,
}) => {
  // In an hour, so that the schedule doesn't send it first.
  const headers = { 'retry-after': '3600' };
  site.webhook.usually({ status: 500, body: 'no room for leads', headers });
  await enter();
  await opener(page).click();
  await go(page, 'Send test').click();
  await expect(told(page)).toHaveText('It did not arrive: the webhook answered 500.');
  await expect(dialog(page)).toContainText('no room for leads');
  await expect(dialog(page)).toContainText('Next try');
  site.webhook.usually(ok);
  await go(page, 'Try again now').click();
  await expect(told(page)).toContainText('It arrived: the webhook answered 200');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await expect(dialog(page)).toContainText('resent by admin@example.com');
});

test('a test lead that the schedule delivers later is shown to arrive, too', async ({
  page,
  enter,
  site,
}) => {
  await enter();
  await opener(page).click();
  await site.webhook.down();
  await go(page, 'Send test').click();
  await expect(told(page)).toHaveText('It did not arrive. The connection was refused.');
  await site.webhook.up();
  await expect(told(page)).toContainText('It arrived: the webhook answered 200');
});

test('a test lead on its way is still there when the dialog opens again', async ({
  page,
  enter,
  site,
}) => {
  await enter();
  const letGo = site.webhook.hold();
  await opener(page).click();
  await go(page, 'Send test').click();
  await expect(go(page, 'On its way')).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(opener(page)).toBeFocused();
  letGo();
  await opener(page).click();
  await expect(told(page)).toContainText('It arrived');
});

test('a test lead that could not be sent is reported, and nothing is watched', async ({
  page,
  enter,
  complaints,
}) => {
  complaints.excuseFailing('/api/test-delivery');
  await page.route('**/api/test-delivery*', (route) => route.abort());
  await enter();
  await opener(page).click();
  await go(page, 'Send test').click();
  await expect(told(page)).toHaveText('The test lead could not be sent. Please try again.');
  await expect(go(page, 'Send test')).toBeFocused();
});
