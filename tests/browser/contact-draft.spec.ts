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

test('keeps what was typed through a trip to the privacy policy and back, until it is sent', async ({
  page,
  visit,
}) => {
  await stubSubmissions(page);
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
  await expectThanksOnSending(page);
  await page.reload();
  await hydrated(page);
  await expectEmpty(page);
  await expect(industryOf(page)).toHaveValue('');
});

test('keeps what was typed before its script came, also if something was typed on the visit before', async ({
  page,
  visit,
}) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await fillIn(page);
  await expect(formOn(page)).toHaveJSProperty('noValidate', false);
  release();
  await hydrated(page);
  await expectKept(page);
  const releaseAgain = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await fieldOf(page, 'Name').fill('Somebody Else');
  releaseAgain();
  await hydrated(page);
  await expect(fieldOf(page, 'Name')).toHaveValue('Somebody Else');
  await expect(fieldOf(page, 'Phone')).toHaveValue(visitor.Phone);
});

test('an industry that is not in the list is kept through a reload', async ({ page, visit }) => {
  const industry = 'tree-service';
  await visit('/tree-service');
  await hydrated(page);
  await fillIn(page, { industry });
  await visit('/contact');
  await hydrated(page);
  await expectKept(page, { industry });
  await page.reload();
  await hydrated(page);
  await expectKept(page, { industry });
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
