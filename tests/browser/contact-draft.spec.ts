import { toast, visitor } from '../support/pages/contact-form.ts';
import { delayIsland } from '../support/pages/scripts.ts';
import { stubSubmissions } from '../support/pages/submissions.ts';
import { expect, test, visit } from '../support/pages/test.ts';

test('the form keeps typed values, including an unlisted industry, through the privacy policy and back, until it is sent', async ({
  page,
  form,
}) => {
  const industry = 'tree-service';
  await stubSubmissions(page);
  await form.open('/tree-service', { industry });
  await form.open('/contact');
  await form.root.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/privacy-policy');
  await page.goBack();
  await form.touch();
  await form.expectKept({ industry });
  await page.reload();
  await form.touch();
  await form.expectKept({ industry });
  await form.sendAndBeThanked();
  await page.reload();
  await form.touch();
  await form.expectEmpty();
  await expect(form.industry).toHaveValue('');
});

test('the form keeps values typed before its script arrived, even after an earlier visit with a draft', async ({
  page,
  form,
}) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit(page, '/contact');
  await form.fillIn();
  await expect(form.root).toHaveJSProperty('noValidate', false);
  release();
  await form.touch();
  await form.expectKept();
  const releaseAgain = await delayIsland(page, 'ContactForm');
  await visit(page, '/contact');
  await form.field('Name').fill('Somebody Else');
  releaseAgain();
  await form.touch();
  await expect(form.field('Name')).toHaveValue('Somebody Else');
  await expect(form.field('Phone')).toHaveValue(visitor.Phone);
});

test('a browser with blocked storage shows prices and still sends', async ({ page, form }) => {
  await stubSubmissions(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The store is shut.', 'SecurityError');
      },
    });
  });
  await visit(page, '/pricing');
  await page.getByRole('combobox').selectOption('hvac');
  await expect(page.locator('astro-island [aria-live]')).toContainText('$65');
  await form.open('/contact', {});
  await form.sendAndBeThanked();
});

test('an unconfirmed request can be sent again: its page promises one lead, and another page warns of two', async ({
  page,
  form,
  complaints,
}) => {
  const { answer } = await form.openStubbed(complaints);
  answer('nothing');
  await form.send.click();
  await expect(toast(page, 'Submission Failed')).toBeVisible();
  const notice = form.root.getByRole('status').filter({ hasText: 'isn’t confirmed yet' });
  await page.reload();
  await expect(notice).toContainText('it can’t arrive twice');
  await visit(page, '/tree-service');
  await expect(notice).toContainText('we may get both');
});

test('an automatic retry leaves the focus and the page alone, and waits longer each time', async ({
  page,
  form,
  context,
  complaints,
}) => {
  await page.clock.install();
  const { received, answer } = await form.openStubbed(complaints);
  answer('nothing');
  await context.setOffline(true);
  await form.send.click();
  await expect(toast(page, 'Submission Failed')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  // From here on, the clock moves only below, however slow the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
  await context.setOffline(false);
  for (const [at, seconds] of [10, 20, 40].entries()) {
    await expect.poll(() => received.length).toBe(2 + at);
    await expect(form.send).toBeEnabled();
    await page.clock.runFor((seconds - 1) * 1000);
    expect(received).toHaveLength(2 + at);
    await page.clock.runFor(1000);
  }
  await expect(form.root.locator(':focus')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});
