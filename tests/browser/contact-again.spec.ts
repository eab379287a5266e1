/** A form that is sent more than once, against the real function and the real store. */
import {
  fieldOf,
  fillIn,
  hydrated,
  letAMinutePass,
  newEmail,
  expectThanksOnSending,
  sendInVain,
  visitor,
} from '../support/pages/contact-form.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
import { expect, test } from '../support/pages/test.ts';

test.beforeEach(({ page }) => letAMinutePass(page));

test.describe('after an answer that got lost', () => {
  test('the same words are still one lead', async ({ page, visit, request, complaints }) => {
    const Email = await sendInVain({ page, visit, complaints });
    await expectThanksOnSending(page);
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

  test('a copy of the tab sends another company as another lead', async ({
    page,
    visit,
    context,
    request,
    complaints,
  }) => {
    const Email = await sendInVain({ page, visit, complaints });
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
    await expectThanksOnSending(tab);
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
  await expectThanksOnSending(page);
  await page.goBack();
  await hydrated(page);
  await fillIn(page, { Email, Company: 'Another Company' });
  await expectThanksOnSending(page);
  const stored = await submissionsOf(request, Email);
  expect(stored.map((it) => it.company)).toEqual(['Another Company', visitor.Company]);
});
