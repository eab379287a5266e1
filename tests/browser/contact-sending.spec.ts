import {
  expectEmpty,
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  expectThanksOnSending,
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

for (const { path, source, industry, first } of forms) {
  test.describe(path, () => {
    test('a request goes out whole, and its sender is thanked', async ({ page, visit }) => {
      const { received, hold } = await stubSubmissions(page);
      await visit(path);
      await hydrated(page);
      await fillIn(page, { industry });
      const release = hold();
      await sendButton(page).click();
      await expect(sendButton(page)).toHaveText('Submitting...');
      await expect(sendButton(page)).toBeDisabled();
      await expectKept(page, { industry });
      for (const label of Object.keys(visitor))
        await expect(fieldOf(page, label)).not.toBeEditable();
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
    });

    test('another request starts from an empty form, with an id of its own', async ({
      page,
      visit,
    }) => {
      const { received } = await stubSubmissions(page);
      await visit(path);
      await hydrated(page);
      for (const round of [1, 2]) {
        await fillIn(page, { industry, Message: '' });
        await sendButton(page).click();
        await expect(thanks(page)).toBeFocused();
        await page.getByRole('button', { name: 'Submit Another Request' }).click();
        await expectEmpty(page);
        await expect(formOn(page).getByRole('combobox')).toHaveValue(first);
        await expect(fieldOf(page, 'Name')).toBeFocused();
        expect(received).toHaveLength(round);
      }
      expect(received.map((it) => it['message'])).toEqual([null, null]);
      expect(new Set(received.map((it) => it['id'])).size).toBe(2);
    });
  });
}

const failures: { what: string; answer: Answer | 'nothing'; says: RegExp }[] = [
  {
    what: 'a server that fails',
    answer: { status: 503, json: null },
    says: /There was an error submitting your form\. Please try again\./,
  },
  {
    what: 'a network that fails',
    answer: 'nothing',
    says: /There was an error submitting your form\. Please try again\./,
  },
  {
    what: 'too many requests',
    answer: { status: 429, headers: { 'retry-after': '540' } },
    says: /try again in 9 minutes/,
  },
];
for (const { what, answer: failure, says } of failures) {
  test(`${what} costs no word, and the next try is the same lead`, async ({
    page,
    visit,
    complaints,
  }) => {
    complaints.excuseFailing(submitPath);
    const { received, answer } = await stubSubmissions(page);
    await visit('/contact');
    await hydrated(page);
    await fillIn(page);
    answer(failure);
    await sendButton(page).press('Enter');
    const failed = page.getByRole('alert').filter({ hasText: 'Submission Failed' });
    await expect(failed).toContainText(says);
    await expectKept(page);
    await expect(sendButton(page)).toHaveText('Send My Request');
    await expect(sendButton(page)).toBeEnabled();
    await expect(fieldOf(page, 'Email')).toBeEditable();

    answer({ status: 200 });
    await expect(sendButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(thanks(page)).toBeVisible();
    await expect(toast(page, 'Thank you for contacting us!')).toBeVisible();
    // Not five seconds later.
    await expect(failed).toHaveCount(0, { timeout: 1 });
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
  });
}

test('a double click is one request', async ({ page, visit }) => {
  const { received, hold } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  const release = hold();
  await sendButton(page).dblclick();
  await fieldOf(page, 'Name').press('Enter');
  release();
  await expect(thanks(page)).toBeVisible();
  expect(received).toHaveLength(1);
});

test('a lost answer and a reload are still the same lead', async ({ page, visit, complaints }) => {
  complaints.excuseFailing(submitPath);
  const { received, answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  answer('nothing');
  await sendButton(page).click();
  await expect(toast(page, 'Submission Failed')).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expectKept(page);
  answer({ status: 200 });
  await expectThanksOnSending(page);
  expect(received).toHaveLength(2);
  // The reload restored the tick.
  expect(received[1]).toEqual({ ...received[0], ticked: false });
});
