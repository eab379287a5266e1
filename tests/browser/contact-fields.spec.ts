/** The fields of the form: how they are reached, what is wrong with them, and what is suggested. */
import { axeFaults, enhancedContrast } from '../support/pages/axe.ts';
import {
  consentOf,
  expectKept,
  expectThanksOnSending,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  newEmail,
  phoneOf,
  sendButton,
  thanked,
  thanks,
  toast,
  visitor,
} from '../support/pages/contact-form.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { stubSubmissions, submitPath } from '../support/builders/submissions.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

test('the form can be filled in and sent by keyboard alone', async ({ page, visit }) => {
  const { received } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fieldOf(page, 'Name').focus();
  for (const label of ['Name', 'Email', 'Phone', 'Company'] as const) {
    await expect(fieldOf(page, label)).toBeFocused();
    await page.keyboard.type(visitor[label]);
    await page.keyboard.press('Tab');
  }
  await expect(industryOf(page)).toBeFocused();
  await page.keyboard.type('Pool');
  await page.keyboard.press('Tab');
  await expect(fieldOf(page, 'Message')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(consentOf(page)).toBeFocused();
  await page.keyboard.press('Space');
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await page.keyboard.press('Tab');
    await expect(formOn(page).getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(sendButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thanks(page)).toBeFocused();
  expect(received).toMatchObject([{ industry: 'pool', website: '', message: null }]);

  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Submit Another Request');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'Name')).toBeFocused();
});

test('the form has a trap that machines fill in and people never see', async ({ page, visit }) => {
  const { received } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  const trap = formOn(page).locator('[name=website]');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(formOn(page).getByRole('textbox', { name: /leave/i })).toHaveCount(0);
  await expect(formOn(page).getByRole('textbox')).toHaveCount(5);
  const seen = await trap.evaluate((it) => {
    const { width, height } = (it.parentElement ?? it).getBoundingClientRect();
    return width * height;
  });
  expect(seen).toBeLessThanOrEqual(1);

  await fillIn(page);
  await trap.evaluate((it: HTMLInputElement) => (it.value = 'https://spam.example'));
  await expectThanksOnSending(page);
  expect(received).toMatchObject([{ website: 'https://spam.example' }]);
});

async function refusal(page: Page, field: ReturnType<typeof fieldOf>, message: string) {
  await sendButton(page).click();
  const shown = toast(page, 'Validation Error');
  await expect(shown).toContainText(message);
  await expect(page.getByRole('alert').filter({ hasText: 'Validation Error' })).toHaveCount(1);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toBeFocused();
  await expect(formOn(page).locator('[aria-invalid=true]')).toHaveCount(1);
  await expect(formOn(page).getByText(message, { exact: true })).toBeVisible();
  await shown.getByRole('button', { name: 'Dismiss' }).click();
  await expect(shown).toHaveCount(0);
}

test('only the first mistake is named, beside its field and in a toast, until it is corrected', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const { received, answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  for (const [label, message] of Object.entries({
    Name: 'Name is required',
    Email: 'Invalid email address',
    Phone: 'Phone is required',
    Company: 'Company name is required',
  } as const)) {
    await refusal(page, fieldOf(page, label), message);
    await fieldOf(page, label).fill(visitor[label as keyof typeof visitor]);
    await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'false');
  }
  await refusal(page, industryOf(page), 'Industry is required');
  await refusal(page, industryOf(page), 'Industry is required');
  await industryOf(page).selectOption('roofing');
  await fieldOf(page, 'Message').fill('m'.repeat(1001));
  await refusal(page, fieldOf(page, 'Message'), 'Message must be at most 1000 characters');
  await fieldOf(page, 'Message').fill(visitor.Message);
  await refusal(
    page,
    consentOf(page),
    'You must consent to receive notifications and promotional messages',
  );
  expect(received).toEqual([]);

  await consentOf(page).check();
  answer({ status: 422, json: { field: 'phone', error: 'Phone is not in service' } });
  await refusal(page, fieldOf(page, 'Phone'), 'Phone is not in service');
  await expectKept(page);
});

test('a visitor is asked about a mistyped address', async ({ page, visit }) => {
  await visit('/contact');
  await hydrated(page);
  const email = fieldOf(page, 'Email');
  const question = formOn(page)
    .getByRole('status')
    .getByRole('button', { name: 'Did you mean ada@gmail.com?' });
  await email.fill('ada@gmail.co');
  await expect(question).toBeHidden();
  // Asked before a press of the button, which the question would move away from the pointer.
  await email.press('n');
  await expect(question).toBeVisible();
  await email.press('Backspace');
  await expect(question).toBeHidden();
  await fieldOf(page, 'Phone').focus();
  await question.press('Enter');
  await expect(email).toHaveValue('ada@gmail.com');
  await expect(email).toBeFocused();
  await expect(question).toBeHidden();
});

test('a plain form that is refused comes back whole and without a fault, and can be sent', async ({
  page,
  visit,
  request,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const Email = newEmail();
  // Its industry isn't on the list of the page that comes back.
  const industry = 'tree-service';
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await visit('/tree-service');
    await hydrated(page);
    await fillIn(page, { industry, Email, Phone: ' ' });
    // Past the script, which axe needs and a visitor without JavaScript doesn't have.
    await formOn(page).evaluate((form: HTMLFormElement) => {
      form.submit();
    });
    await expect(page.getByRole('alert').filter({ hasText: 'Phone is required' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your request has not been sent yet.',
    );
    await expect(fieldOf(page, 'Phone')).toBeFocused();
    await expect(fieldOf(page, 'Phone')).toHaveAccessibleDescription('Phone is required');
    await expect(formOn(page).getByText('is required')).toHaveCount(1);
    await expect(fieldOf(page, 'Message')).toHaveValue(visitor.Message);
    await expect(industryOf(page)).toHaveValue(industry);
    expect(await axeFaults(page, enhancedContrast)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
  }
  expect(await submissionsOf(request, Email)).toEqual([]);
  await fieldOf(page, 'Phone').fill(phoneOf(Email));
  await sendButton(page).click();
  await expect(page).toHaveURL(thanked);
  expect(await submissionsOf(request, Email)).toMatchObject([
    { name: visitor.Name, phone: phoneOf(Email), industry, message: visitor.Message },
  ]);
});
