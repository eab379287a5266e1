import { readFile } from 'node:fs/promises';
import {
  expectEmpty,
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  sendButton,
  thanks,
  toast,
  visitor,
} from '../support/pages/contact-form.ts';
import { stubSubmissions, submitPath, type Answer } from '../support/builders/submissions.ts';
import { expect, test } from '../support/pages/test.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const forms = [
  { path: '/contact', source: 'contact_page', industry: 'roofing', first: '' },
  {
    path: '/tree-service',
    source: 'contact_form',
    industry: 'tree-service',
    first: 'tree-service',
  },
];

for (const { path, source, industry, first } of forms)
  test(`a request from ${path} goes out whole and once, its sender is thanked, and the next one starts empty`, async ({
    page,
    visit,
  }) => {
    const { received, hold } = await stubSubmissions(page);
    await visit(path);
    await hydrated(page);
    await fillIn(page, { industry });
    const release = hold();
    await sendButton(page).dblclick();
    await fieldOf(page, 'Name').press('Enter');
    await expect(sendButton(page)).toHaveText('Submitting...');
    await expect(sendButton(page)).toBeDisabled();
    await expectKept(page, { industry });
    for (const label of Object.keys(visitor)) await expect(fieldOf(page, label)).not.toBeEditable();
    await expect(page.locator('[inert] :is(select, [type=checkbox])')).toHaveCount(2);
    release();

    await expect(thanks(page)).toBeFocused();
    await expect(formOn(page)).toHaveCount(0);
    const polite = page.getByRole('status').filter({ has: page.locator('.toast') });
    await expect(polite).toContainText('Thank you for contacting us!');
    await expect(polite).toContainText("We'll get back to you soon via text message.");
    expect(received).toEqual([
      {
        id: expect.stringMatching(uuid),
        source,
        name: visitor.Name,
        email: visitor.Email,
        phone: visitor.Phone,
        company: visitor.Company,
        industry,
        message: visitor.Message,
        consent_marketing: true,
        consent_version: expect.stringMatching(/./),
        website: '',
        page: expect.stringMatching(/^[0-9a-f]{32}$/),
        ticked: true,
        attribution: { landing_path: path },
      },
    ]);

    await page.getByRole('button', { name: 'Submit Another Request' }).click();
    await expectEmpty(page);
    await expect(industryOf(page)).toHaveValue(first);
    await expect(fieldOf(page, 'Name')).toBeFocused();
    await fillIn(page, { industry, Message: '' });
    await sendButton(page).click();
    await expect(thanks(page)).toBeFocused();
    expect(received[1]).toMatchObject({ message: null });
    expect(received[1]?.['id']).not.toBe(received[0]?.['id']);
  });

test('no failure costs a word, and the next try is the same lead, also after a reload', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const { received, answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  const failed = page.getByRole('alert').filter({ hasText: 'Submission Failed' });
  const failures: [Answer | 'nothing', says: string][] = [
    [{ status: 503, json: null }, 'There was an error submitting your form. Please try again.'],
    [{ status: 429, headers: { 'retry-after': '540' } }, 'try again in 9 minutes'],
    ['nothing', 'There was an error submitting your form. Please try again.'],
  ];
  await sendButton(page).focus();
  for (const [failure, says] of failures) {
    answer(failure);
    await expect(sendButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(failed.locator('.toast').last()).toContainText(says);
    await failed.getByRole('button', { name: 'Dismiss' }).last().click();
    await expect(formOn(page).getByRole('status')).toContainText([says]);
    await sendButton(page).focus();
    await expectKept(page);
    await expect(sendButton(page)).toHaveText('Send My Request');
    await expect(sendButton(page)).toBeEnabled();
    await expect(fieldOf(page, 'Email')).toBeEditable();
  }
  await page.reload();
  await hydrated(page);
  await expectKept(page);
  await sendButton(page).click();
  await expect(failed).toBeVisible();
  answer({ status: 200 });
  await page.keyboard.press('Enter');
  await expect(thanks(page)).toBeVisible();
  await expect(toast(page, 'Thank you for contacting us!')).toBeVisible();
  // Not five seconds later.
  await expect(failed).toHaveCount(0, { timeout: 1 });
  const [first] = received;
  // The reload restored the tick.
  const restored = { ...first, ticked: false };
  expect(received).toEqual([first, first, first, restored, restored]);
});

test('a request without a network is sent when it is back, and the visitor can save what was agreed', async ({
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
  answer('nothing');
  await context.setOffline(true);
  await sendButton(page).click();
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

test('a press on Send sends, though its address looks mistyped', async ({ page, visit }) => {
  const { received, hold } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  await fieldOf(page, 'Email').fill('ada@gmail.co');
  const question = formOn(page).getByRole('button', { name: /^Did you mean/ });
  await sendButton(page).scrollIntoViewIfNeeded();
  const place = await sendButton(page).boundingBox();
  const release = hold();
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(fieldOf(page, 'Email')).not.toBeFocused();
  expect(await sendButton(page).boundingBox()).toEqual(place);
  await page.mouse.up();
  await expect(formOn(page).getByText('Submitting...')).toBeVisible();
  await expect(question).toBeHidden();
  release();
  await expect(thanks(page)).toBeVisible();
  expect(received).toMatchObject([{ email: 'ada@gmail.co' }]);
});
