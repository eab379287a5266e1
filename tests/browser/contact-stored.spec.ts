/** The form against the real function and the real store. */
import {
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  letAMinutePass,
  newEmail,
  expectThanksOnSending,
  sendButton,
  thanked,
  visitor,
} from '../support/pages/contact-form.ts';
import { expectDelivered, submissionsOf } from '../support/servers/inbox-api.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { submitPath } from '../support/builders/submissions.ts';
import { expect, test } from '../support/pages/test.ts';

const forms = [
  { path: '/contact', source: 'contact_page', industry: 'roofing' },
  { path: '/tree-service', source: 'contact_form', industry: 'tree-service' },
];

test.beforeEach(({ page }) => letAMinutePass(page));

for (const { path, source, industry } of forms) {
  const lead = {
    name: visitor.Name,
    phone: visitor.Phone,
    company: visitor.Company,
    message: visitor.Message,
    industry,
    source,
    consent_marketing: true,
  };

  test(`a request from ${path} is stored and delivered`, async ({
    page,
    visit,
    request,
    baseURL,
  }) => {
    const Email = newEmail();
    await visit(path);
    await hydrated(page);
    await fillIn(page, { industry, Email });
    await expectThanksOnSending(page);
    const [stored] = await submissionsOf(request, Email);
    expect(stored).toMatchObject({ ...lead, consent: { page_url: `${baseURL ?? ''}${path}` } });
    await expectDelivered(request, Email);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test(`a request from ${path} is stored and delivered`, async ({ page, visit, request }) => {
      const Email = newEmail();
      await visit(path);
      await fillIn(page, { industry, Email });
      await sendButton(page).click();
      await expect(page).toHaveURL(thanked);
      await expect(page.getByText(currentConsent.version)).toBeVisible();
      await expect(page.getByText(/\d{4} at \d+:\d+:\d+ [AP]M C[SD]T/)).toBeVisible();
      await expect(page.getByText(/^I agree to receive/)).toBeVisible();
      expect(await submissionsOf(request, Email)).toMatchObject([lead]);
      await expectDelivered(request, Email);
    });

    // Its industry isn't on the list of the page that comes back.
    if (path !== '/tree-service') return;

    test(`a request from ${path} that can't be taken comes back whole`, async ({
      page,
      visit,
      request,
      complaints,
    }) => {
      complaints.excuseFailing(submitPath);
      const Email = newEmail();
      await visit(path);
      await fillIn(page, { industry, Email, Phone: ' ' });
      // The server refuses what a browser lets pass.
      await formOn(page).evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await sendButton(page).click();
      await expect(page.getByRole('alert')).toHaveText('Phone is required');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Your request has not been sent yet.',
      );
      await expect(fieldOf(page, 'Phone')).toBeFocused();
      await expect(fieldOf(page, 'Phone')).toHaveAccessibleDescription('Phone is required');
      await expect(formOn(page).getByText('is required')).toHaveCount(1);
      await expect(formOn(page).getByText('Phone is required')).toBeVisible();
      await expect(fieldOf(page, 'Message')).toHaveValue(visitor.Message);
      await expect(industryOf(page)).toHaveValue(industry);
      expect(await submissionsOf(request, Email)).toEqual([]);

      await fieldOf(page, 'Phone').fill(visitor.Phone);
      await sendButton(page).click();
      await expect(page).toHaveURL(thanked);
      expect(await submissionsOf(request, Email)).toMatchObject([lead]);
    });
  });
}

test('a request that was sent too fast for a person is thanked for, and held', async ({
  page,
  visit,
  request,
}) => {
  const Email = newEmail();
  await page.route(`**${submitPath}`, async (route) => {
    const sent = route.request().postDataJSON() as { open_ms: number };
    expect(sent.open_ms).toBeGreaterThan(60_000);
    await route.continue({ postData: { ...sent, open_ms: 12 } });
  });
  await visit('/contact');
  await hydrated(page);
  await fillIn(page, { Email });
  await expectThanksOnSending(page);
  expect(await submissionsOf(request, Email, 'held')).toMatchObject([
    { delivery: { state: 'held', reasons: ['too_fast'] } },
  ]);
});
