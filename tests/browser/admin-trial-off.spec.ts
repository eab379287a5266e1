/** Testing the webhook of a site without one. */
import { expect, test } from '../support/pages/inbox-site.ts';
import { go, opener, told } from '../support/pages/trial-lead.ts';

test.use({ hasWebhook: false });

test('without a webhook, no test lead is sent and the dialog says what to do', async ({
  page,
  enter,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/test-delivery');
  await enter();
  await opener(page).click();
  await go(page, 'Send test').click();
  await expect(told(page)).toContainText('No webhook is set up: set WEBHOOK_URL');
  await expect(go(page, 'Send test')).toBeFocused();
  expect((await site.store.audit({ limit: 5 })).entries).toEqual([]);
});
