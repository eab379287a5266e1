/** Anybody can say that they don't want to be contacted: without an account, and without a script. */
import { newEmail } from '../support/pages/contact-form.ts';
import { submissionsOf, submitPath } from '../support/pages/submissions.ts';
import { aSubmission } from '../support/builders/requests.ts';
import { expect, test } from '../support/pages/test.ts';

test.use({ javaScriptEnabled: false });

test('a visitor who wants no contact finds the form, corrects it, is thanked, and is held from then on', async ({
  page,
  visit,
  request,
  complaints,
}) => {
  const email = newEmail();
  await visit('/');
  await page.getByRole('link', { name: 'Don’t Contact Me' }).click();
  await expect(page).toHaveURL('/stop');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('555-01');
  const send = page.getByRole('button', { name: 'Stop Contacting Me' });
  complaints.excuseError('status of 422');
  await send.click();

  const phone = page.getByLabel('Phone');
  await expect(page.getByRole('alert')).toHaveText(/^Please give a phone number of seven digits/);
  await expect(phone).toHaveAccessibleDescription(/^Please give a phone number of seven digits/);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('555-01');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await phone.fill('');
  await send.click();

  await expect(page).toHaveURL('/stopped');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’ll Stop');
  const lead = aSubmission({ email });
  expect((await request.post(submitPath, { data: lead })).status()).toBe(201);
  const [held] = await submissionsOf(request, email, 'held');
  expect(held?.delivery).toEqual({ state: 'held', reasons: ['do_not_contact'] });
});

test('a customer disputes a lead, from the page that promises it to the view that staff have of it', async ({
  page,
  visit,
  request,
  complaints,
}) => {
  const email = newEmail();
  await visit('/about');
  await page.getByRole('link', { name: 'dispute any of them' }).click();
  await page.getByLabel('Your name').fill('Dana Roe');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('(713) 555-0142');
  await page.getByLabel('Company').fill('Roe Roofing');
  await page.getByLabel('Trade of the lead').selectOption('roofing');
  complaints.excuseError('status of 422');
  await page.getByRole('button', { name: 'Dispute This Lead' }).click();

  const message = page.getByLabel('Which lead, and what was wrong with it?');
  await expect(message).toHaveAccessibleDescription(/^Please say which lead it is/);
  await expect(page.getByLabel('Trade of the lead')).toHaveValue('roofing');
  await message.fill('Lee Park, November 3: the number belongs to a bakery.');
  await page.getByRole('button', { name: 'Dispute This Lead' }).click();

  await expect(page).toHaveURL('/disputed');
  expect(await submissionsOf(request, email, 'dispute')).toMatchObject([
    { company: 'Roe Roofing' },
  ]);
});
