import { readFile } from 'node:fs/promises';
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

test('a visitor is asked about a mistyped address, a request without a network is sent when it is back, and the visitor can save what was agreed', async ({
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

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy of what you agreed to' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^consent-\d{4}-\d\d-\d\d\.txt$/);
  const copy = await readFile(await file.path(), 'utf8');
  expect(copy).toContain(`Reference: ${String(received[1]?.['id'])}\n`);
  expect(copy).toContain(`Version: ${String(received[1]?.['consent_version'])}\n`);
});
