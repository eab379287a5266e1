/** The form against the real function and the real store. */
import {
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  letAMinutePass,
  sendButton,
  thanked,
  thanks,
  visitor,
} from '../support/pages/contact-form.ts';
import { expectDelivered, submissionsOf } from '../support/servers/inbox-api.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { submitPath } from '../support/builders/submissions.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const forms = [
  { path: '/contact', source: 'contact_page', industry: 'roofing' },
  { path: '/tree-service', source: 'contact_form', industry: 'tree-service' },
];

const newEmail = () => `${crypto.randomUUID()}@example.com`;

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
    await sendButton(page).click();
    await expect(thanks(page)).toBeVisible();
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

/** Lets requests through to the function, and loses what it answers. Undone by what it gives. */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route(`**${submitPath}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(`**${submitPath}`);
}

test.describe('after an answer that got lost', () => {
  test('the same words are still one lead', async ({ page, visit, request, complaints }) => {
    complaints.excuseFailing(submitPath);
    const Email = newEmail();
    const answerAgain = await loseAnswers(page);
    await visit('/contact');
    await hydrated(page);
    await fillIn(page, { Email });
    await sendButton(page).click();
    await expect(sendButton(page)).toBeEnabled();
    await answerAgain();
    await sendButton(page).click();
    await expect(thanks(page)).toBeVisible();
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

  test('a corrected address is stored as well', async ({ page, visit, request, complaints }) => {
    complaints.excuseFailing(submitPath);
    const Email = newEmail();
    const answerAgain = await loseAnswers(page);
    await visit('/contact');
    await hydrated(page);
    await fillIn(page, { Email: newEmail() });
    await sendButton(page).click();
    await expect(sendButton(page)).toBeEnabled();
    await answerAgain();
    await fieldOf(page, 'Email').fill(Email);
    await sendButton(page).click();
    await expect(thanks(page)).toBeVisible();
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

  test('a copy of the tab sends another company as another lead', async ({
    page,
    visit,
    context,
    request,
    complaints,
  }) => {
    complaints.excuseFailing(submitPath);
    const Email = newEmail();
    await loseAnswers(page);
    await visit('/contact');
    await hydrated(page);
    await fillIn(page, { Email });
    await sendButton(page).click();
    await expect(sendButton(page)).toBeEnabled();
    // A tab that is duplicated begins with a copy of the session.
    const copied = await page.evaluate(() => Object.entries(sessionStorage));
    const tab = await context.newPage();
    await tab.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value as string);
    }, copied);
    await tab.goto('/contact');
    await hydrated(tab);
    await expect(fieldOf(tab, 'Email')).toHaveValue(Email);
    await fieldOf(tab, 'Company').fill('Another Company');
    await sendButton(tab).click();
    await expect(thanks(tab)).toBeVisible();
    const stored = await submissionsOf(request, Email);
    expect(stored.map((it) => it.company)).toEqual(['Another Company', visitor.Company]);
  });
});

test('a form begun on one page and sent on another can be sent again for another company', async ({
  page,
  visit,
  request,
}) => {
  const Email = newEmail();
  await visit('/contact');
  await hydrated(page);
  await fillIn(page, { Email, industry: 'roofing' });
  await visit('/tree-service');
  await hydrated(page);
  await expect(fieldOf(page, 'Email')).toHaveValue(Email);
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  await page.goBack();
  await hydrated(page);
  await fillIn(page, { Email, Company: 'Another Company' });
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  const stored = await submissionsOf(request, Email);
  expect(stored.map((it) => it.company)).toEqual(['Another Company', visitor.Company]);
});

test('an id that belongs to other words is exchanged without the visitor seeing it', async ({
  page,
  visit,
  request,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const Email = newEmail();
  const answerAgain = await loseAnswers(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page, { Email });
  await sendButton(page).click();
  await expect(sendButton(page)).toBeEnabled();
  await answerAgain();
  const ids: string[] = [];
  const [first] = await submissionsOf(request, Email);
  await page.route(`**${submitPath}`, async (route) => {
    const sent = route.request().postDataJSON() as { id: string; company: string };
    ids.push(sent.id);
    await route.continue({ postData: { ...sent, company: 'Another Company' } });
  });
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(ids).toEqual([first?.id, expect.not.stringMatching(first?.id ?? '')]);
  const stored = await submissionsOf(request, Email);
  expect(stored.map((it) => it.company)).toEqual(['Another Company', visitor.Company]);
});

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
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await submissionsOf(request, Email, 'held')).toMatchObject([
    { delivery: { state: 'held', reasons: ['too_fast'] } },
  ]);
});
