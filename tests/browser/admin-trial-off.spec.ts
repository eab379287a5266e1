/** Testing the webhook of a site without one: that of all tests which need no store of their own. */
import { becomeAdmin } from '../support/pages/sign-in.ts';
import { expect, test } from '../support/pages/test.ts';
import { go, opener, told } from '../support/pages/trial-lead.ts';

test('without a webhook, no test lead is sent and the dialog says what to do', async ({
  page,
  browser,
  baseURL,
  visit,
  complaints,
}) => {
  complaints.excuseFailing('/api/test-delivery');
  await becomeAdmin(page, browser, baseURL);
  await visit('/admin');
  await opener(page).click();
  await go(page, 'Send test').click();
  await expect(told(page)).toContainText('No webhook is set up: set WEBHOOK_URL');
  await expect(go(page, 'Send test')).toBeFocused();
  await visit('/admin/audit');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('There is nothing to verify yet.')).toBeVisible();
});
