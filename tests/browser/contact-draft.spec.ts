/** What becomes of a request that isn’t sent yet, or that nobody has confirmed. */
import {
  expectEmpty,
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  sendButton,
  toast,
  expectThanksOnSending,
  visitor,
} from '../support/pages/contact-form.ts';
import { delayIsland } from '../support/pages/island.ts';
import { stubSubmissions, submitPath } from '../support/builders/submissions.ts';
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

test('a request that isn’t confirmed is offered again, and promised to arrive once only where that holds', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const { answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  answer('nothing');
  await sendButton(page).click();
  await expect(toast(page, 'Submission Failed')).toBeVisible();
  const notice = formOn(page).getByRole('status').filter({ hasText: 'isn’t confirmed yet' });
  await page.reload();
  await expect(notice).toContainText('it can’t arrive twice');
  await visit('/tree-service');
  await expect(notice).toContainText('we may get both');
});

test('a retry without a press leaves the focus and the page alone, and waits longer each time', async ({
  page,
  context,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  await page.clock.install();
  const { received, answer } = await stubSubmissions(page);
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  answer('nothing');
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(toast(page, 'Submission Failed')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await context.setOffline(false);
  for (const [at, seconds] of [10, 20, 40].entries()) {
    await expect.poll(() => received.length).toBe(2 + at);
    await expect(sendButton(page)).toBeEnabled();
    await page.clock.runFor((seconds - 1) * 1000);
    expect(received).toHaveLength(2 + at);
    await page.clock.runFor(1000);
  }
  await expect(formOn(page).locator(':focus')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});
