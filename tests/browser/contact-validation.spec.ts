import {
  consentOf,
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  sendButton,
  toast,
} from '../support/pages/contact-form.ts';
import { stubSubmissions, submitPath } from '../support/builders/submissions.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const email = (length: number) => `${'a'.repeat(60)}@${'b'.repeat(63)}.`.padEnd(length, 'c.');

/** One row of the owner's table each, with what breaks it. */
const rules: { what: string; label: string; text: string; message: string }[] = [
  { what: 'no name', label: 'Name', text: '', message: 'Name is required' },
  { what: 'a blank name', label: 'Name', text: ' \t ', message: 'Name is required' },
  {
    what: 'a name of 101',
    label: 'Name',
    text: 'n'.repeat(101),
    message: 'Name must be at most 100 characters',
  },
  { what: 'no e-mail', label: 'Email', text: '', message: 'Invalid email address' },
  { what: 'half an e-mail', label: 'Email', text: 'ada@', message: 'Invalid email address' },
  { what: 'no phone', label: 'Phone', text: '', message: 'Phone is required' },
  { what: 'a blank phone', label: 'Phone', text: '   ', message: 'Phone is required' },
  {
    what: 'a phone of 51',
    label: 'Phone',
    text: '5'.repeat(51),
    message: 'Phone must be at most 50 characters',
  },
  { what: 'no company', label: 'Company', text: '', message: 'Company name is required' },
  {
    what: 'a company of 101',
    label: 'Company',
    text: 'c'.repeat(101),
    message: 'Company name must be at most 100 characters',
  },
  {
    what: 'a message of 1001',
    label: 'Message',
    text: 'm'.repeat(1001),
    message: 'Message must be at most 1000 characters',
  },
];

const refusal = async (page: Page, field: ReturnType<typeof fieldOf>, message: string) => {
  await expect(toast(page, 'Validation Error').last()).toContainText(message);
  await expect(page.getByRole('alert').filter({ hasText: 'Validation Error' })).toHaveCount(1);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toBeFocused();
  await expect(formOn(page).locator('[aria-invalid=true]')).toHaveCount(1);
  await expect(formOn(page).getByText(message, { exact: true })).toBeVisible();
};

const dismissToast = async (page: Page) => {
  await toast(page, 'Validation Error').getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Validation Error')).toHaveCount(0);
};

test('says what is wrong with a field, beside it and in a toast', async ({ page, visit }) => {
  const { received } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  for (const { what, label, text, message } of rules) {
    await test.step(what, async () => {
      const field = fieldOf(page, label);
      const right = await field.inputValue();
      await field.fill(text);
      await sendButton(page).click();
      await refusal(page, field, message);
      await dismissToast(page);
      await field.fill(right);
    });
  }
  expect(received).toEqual([]);
});

test('asks for the industry and the consent that were not given', async ({ page, visit }) => {
  const { received } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page, { industry: '', consent: false });
  await sendButton(page).click();
  await refusal(page, industryOf(page), 'Industry is required');
  await dismissToast(page);
  await sendButton(page).click();
  await refusal(page, industryOf(page), 'Industry is required');
  await dismissToast(page);
  await industryOf(page).selectOption('roofing');
  await sendButton(page).click();
  await refusal(
    page,
    consentOf(page),
    'You must consent to receive notifications and promotional messages',
  );
  expect(received).toEqual([]);
});

test('names only the first mistake, and the next one when that is corrected', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  await hydrated(page);
  await sendButton(page).click();
  await refusal(page, fieldOf(page, 'Name'), 'Name is required');
  await page.keyboard.type('Ada');
  await expect(fieldOf(page, 'Name')).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await refusal(page, fieldOf(page, 'Email'), 'Invalid email address');
});

test('the longest that is allowed, in any script, goes through trimmed', async ({
  page,
  visit,
}) => {
  const { received } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  const longest = {
    Name: '🌳'.repeat(50),
    Email: email(255).replace(/\.$/, 'c'),
    Phone: '5'.repeat(50),
    Company: 'שלום'.repeat(25),
    Message: 'é'.repeat(1000),
  };
  await fillIn(page, { ...longest, Name: `  ${longest.Name}  `, Company: `${longest.Company} ` });
  await sendButton(page).click();
  await expect(toast(page, 'Thank you for contacting us!')).toBeVisible();
  expect(received[0]).toMatchObject({
    name: longest.Name,
    company: longest.Company,
    phone: longest.Phone,
    message: longest.Message,
  });
});

test('what the server finds wrong is shown like what the browser does', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const { answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  answer({ status: 422, json: { field: 'phone', error: 'Phone is not in service' } });
  await sendButton(page).click();
  await refusal(page, fieldOf(page, 'Phone'), 'Phone is not in service');
  await expectKept(page);
});
