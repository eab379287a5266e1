/** The site as a deploy without any settings serves it, at an address where no emulator answers. */
import { company } from '../../src/copy/company.ts';
import { toast } from '../support/pages/contact-form.ts';
import { submitPath } from '../support/pages/submissions.ts';
import { axeFaults } from '../support/pages/looks.ts';
import { expect, test } from '../support/pages/test.ts';

test.use({ baseURL: 'https://new-site.test' });

test('a site that isn’t set up says what to set at /admin, and whom to write to at /contact', async ({
  page,
  form,
  visit,
  complaints,
}) => {
  await page.route('https://new-site.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const url = `${process.env.SITE_ADDRESS ?? ''}${pathname}${search}`;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await visit('/admin');
  await page.waitForURL('/auth');
  const card = page.getByRole('main');
  await expect(card).toContainText('Nobody can sign in yet, because this site isn’t set up.');
  await expect(card).toContainText('npm run setup');
  await expect(card).toContainText('PUBLIC_FIREBASE_API_KEY');
  await expect(card.locator('form, button, input')).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);

  complaints.excuseFailing(submitPath);
  await page.route(`**${submitPath}`, (route) =>
    route.fulfill({ status: 503, json: { error: 'Not yet.', reason: 'not-set-up' } }),
  );
  await form.open('/contact', {});
  await form.send.click();
  await expect(toast(page, 'Submission Failed')).toContainText(`write to ${company.email}`);
  await form.expectKept();
});
