/** Anybody can say that they don't want to be contacted: without an account, and without a script. */
import { newEmail } from '../support/pages/contact-form.ts';
import { submitPath } from '../support/builders/submissions.ts';
import { aSubmission } from '../support/builders/requests.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
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
