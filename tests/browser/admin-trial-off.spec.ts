/** A site that has no webhook says so to whoever would test it. */
import { expect, test } from '../support/pages/inbox-site.ts';
import { go, opener, told } from '../support/pages/trial-lead.ts';

test.use({ hasWebhook: false });

test('a test that could not arrive anywhere is not sent, and what to do is said', async ({
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
