import {
  expectEmpty,
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  expectThanksOnSending,
  visitor,
} from '../support/pages/contact-form.ts';
import { delayIsland } from '../support/pages/island.ts';
import { stubSubmissions } from '../support/builders/submissions.ts';
import { expect, test } from '../support/pages/test.ts';

test('keeps what was typed through a trip to the privacy policy and back', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  await formOn(page).getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/privacy-policy');
  await page.goBack();
  await hydrated(page);
  await expectKept(page);
  await visit('/contact');
  await hydrated(page);
  await expectKept(page);
});

test('keeps what was typed before its script came', async ({ page, visit }) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await formOn(page).scrollIntoViewIfNeeded();
  await fillIn(page);
  await expect(formOn(page)).toHaveJSProperty('noValidate', false);
  release();
  await hydrated(page);
  await expectKept(page);
});

test('forgets what was sent', async ({ page, visit }) => {
  await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  await expectThanksOnSending(page);
  await page.reload();
  await hydrated(page);
  await expectEmpty(page);
  await expect(industryOf(page)).toHaveValue('');
});

test('what is typed before the script comes wins over what was typed on the visit before', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  const release = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await fieldOf(page, 'Name').fill('Somebody Else');
  release();
  await hydrated(page);
  await expect(fieldOf(page, 'Name')).toHaveValue('Somebody Else');
  await expect(fieldOf(page, 'Phone')).toHaveValue(visitor.Phone);
});

test('the focus and the caret stay where a visitor is typing when the script comes', async ({
  page,
  visit,
}) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await fieldOf(page, 'Email').click();
  await page.keyboard.type('ada@');
  release();
  await hydrated(page);
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await page.keyboard.type('example.com');
  await expect(fieldOf(page, 'Email')).toHaveValue('ada@example.com');
});

test('an industry that is not in the list is kept through a reload', async ({ page, visit }) => {
  await visit('/tree-service');
  await hydrated(page);
  await fillIn(page, { industry: 'tree-service' });
  await visit('/contact');
  await hydrated(page);
  await expectKept(page, { industry: 'tree-service' });
  await page.reload();
  await hydrated(page);
  await expectKept(page, { industry: 'tree-service' });
});

test('a memory that is damaged leaves an empty form that works', async ({ page, visit }) => {
  await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await page.evaluate(() => {
    sessionStorage.setItem('leadwright:contact', '{"draft":{"name":{"toString":1}}}');
  });
  await page.reload();
  await hydrated(page);
  await expectEmpty(page);
  await fillIn(page);
  await expectThanksOnSending(page);
});

test('a browser that remembers nothing still sends', async ({ page, visit }) => {
  await stubSubmissions(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The store is shut.', 'SecurityError');
      },
    });
  });
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  await expectThanksOnSending(page);
});
