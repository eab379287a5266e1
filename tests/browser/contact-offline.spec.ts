import {
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  thanks,
  toast,
  visitor,
} from '../support/pages/contact-form.ts';
import { stubSubmissions, submitPath } from '../support/builders/submissions.ts';
import { expect, test } from '../support/pages/test.ts';

test('a visitor is asked about a mistyped address, and a request without a network is sent when it is back', async ({
  page,
  context,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const { received, answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  const email = fieldOf(page, 'Email');
  await email.fill('ada@gmial.com');
  await fieldOf(page, 'Phone').focus();
  const question = formOn(page)
    .getByRole('status')
    .getByRole('button', { name: 'Did you mean ada@gmail.com?' });
  await question.press('Enter');
  await expect(email).toHaveValue('ada@gmail.com');
  await expect(email).toBeFocused();
  await expect(question).toBeHidden();
  await email.fill(visitor.Email);

  answer('nothing');
  await context.setOffline(true);
  const send = formOn(page).getByRole('button', { name: 'Send My Request' });
  await send.click();
  await expect(toast(page, 'Submission Failed')).toContainText('You are offline.');
  const notice = formOn(page).getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(notice).toBeVisible();
  await expectKept(page);

  answer({ status: 201 });
  await context.setOffline(false);
  await expect(thanks(page)).toBeVisible();
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(received).toHaveLength(2);
});
