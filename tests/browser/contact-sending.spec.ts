import { letAMinutePass, toast, visitor } from '../support/pages/contact-form.ts';
import { savedBy } from '../support/pages/reading.ts';
import { stubSubmissions, submitPath, type Answer } from '../support/pages/submissions.ts';
import { expect, test } from '../support/pages/test.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const industry = 'tree-service';

test('a request is sent complete and once, its sender is thanked, and the next one starts empty', async ({
  page,
  form,
}) => {
  const { received, hold } = await stubSubmissions(page);
  await letAMinutePass(page);
  await form.open('/tree-service', { industry });
  const sent = page.waitForRequest(`**${submitPath}`);
  const release = hold();
  await form.send.dblclick();
  await form.field('Name').press('Enter');
  await expect(form.send).toHaveText('Submitting...');
  await expect(form.send).toBeDisabled();
  await form.expectKept({ industry });
  for (const label of Object.keys(visitor)) await expect(form.field(label)).not.toBeEditable();
  await expect(page.locator('[inert] :is(select, [type=checkbox])')).toHaveCount(2);
  release();

  await expect(form.thanks).toBeFocused();
  const { open_ms } = (await sent).postDataJSON() as { open_ms: number };
  expect(open_ms, 'how long the form was open').toBeGreaterThan(60_000);
  await expect(form.root).toHaveCount(0);
  const polite = page.getByRole('status').filter({ has: page.locator('.toast') });
  await expect(polite).toContainText('Thank you for contacting us!');
  await expect(polite).toContainText("We'll get back to you soon via text message.");
  expect(received).toEqual([
    {
      id: expect.stringMatching(uuid),
      source: 'contact_form',
      name: visitor.Name,
      email: visitor.Email,
      phone: visitor.Phone,
      company: visitor.Company,
      industry,
      message: visitor.Message,
      consent_marketing: true,
      consent_version: expect.stringMatching(/./),
      website: '',
      ticked: true,
      attribution: { landing_path: '/tree-service' },
    },
  ]);

  await page.getByRole('button', { name: 'Submit Another Request' }).click();
  await form.expectEmpty();
  await expect(form.industry).toHaveValue(industry);
  await expect(form.field('Name')).toBeFocused();
  await form.fillIn({ industry, Message: '' });
  await form.send.click();
  await expect(form.thanks).toBeFocused();
  expect(received[1]).toMatchObject({ message: null });
  expect(received[1]?.['id']).not.toBe(received[0]?.['id']);
});

test('a failed send keeps every word, and the next try is the same lead, even after a reload', async ({
  page,
  form,
  complaints,
}) => {
  const { received, answer } = await form.openStubbed(complaints);
  const failed = page.locator('[aria-live=assertive]').filter({ hasText: 'Submission Failed' });
  const failures: [Answer | 'nothing', says: string][] = [
    [{ status: 503, json: null }, 'There was an error submitting your form. Please try again.'],
    [{ status: 429, headers: { 'retry-after': '540' } }, 'try again in 9 minutes'],
    ['nothing', 'There was an error submitting your form. Please try again.'],
  ];
  await form.send.focus();
  for (const [failure, says] of failures) {
    answer(failure);
    await expect(form.send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(failed.locator('.toast').last()).toContainText(says);
    await failed.getByRole('button', { name: 'Dismiss' }).last().click();
    await expect(form.root.getByRole('status')).toContainText([says]);
    await form.send.focus();
    await form.expectKept();
    await expect(form.send).toHaveText('Send My Request');
    await expect(form.send).toBeEnabled();
    await expect(form.field('Email')).toBeEditable();
  }
  await page.reload();
  await form.touch();
  await form.expectKept();
  await form.send.click();
  await expect(failed).toBeVisible();
  answer({ status: 200 });
  await page.keyboard.press('Enter');
  await expect(form.thanks).toBeVisible();
  await expect(toast(page, 'Thank you for contacting us!')).toBeVisible();
  // At once, without the wait of five seconds.
  await expect(failed).toHaveCount(0, { timeout: 1 });
  const [first] = received;
  // The reload restored the tick.
  const restored = { ...first, ticked: false };
  expect(received).toEqual([first, first, first, restored, restored]);
});

test('a response leaves the page and the focus alone once the visitor has moved on', async ({
  page,
  form,
  context,
  complaints,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  const { received, answer, hold } = await form.openStubbed(complaints);
  const place = () => page.evaluate(() => scrollY);
  const goOn = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect(form.send).not.toBeInViewport();
  };
  await test.step('a failure', async () => {
    answer({ status: 503, json: null });
    const release = hold();
    await form.send.click();
    await goOn();
    release();
    await expect(toast(page, 'Submission Failed')).toBeVisible();
    await expect(form.send).toBeEnabled();
    expect(await place()).toBe(0);
  });
  await test.step('a success at the second try', async () => {
    answer('nothing');
    await context.setOffline(true);
    await form.send.click();
    await expect(form.root.getByRole('status')).toContainText(['You are offline']);
    await goOn();
    const elsewhere = page.getByRole('navigation').getByRole('link', { name: 'Services' }).first();
    await elsewhere.focus();
    answer({ status: 201 });
    await context.setOffline(false);
    await expect(form.thanks).toBeAttached();
    expect(received).toHaveLength(3);
    await expect(elsewhere).toBeFocused();
    expect(await place()).toBe(0);
  });
});

test('a request without a network is sent when it returns, and the visitor can save the consent text', async ({
  page,
  form,
  context,
  complaints,
}) => {
  const { received, answer } = await form.openStubbed(complaints);
  answer('nothing');
  await context.setOffline(true);
  await form.send.click();
  await expect(toast(page, 'Submission Failed')).toContainText('You are offline.');
  const notice = form.root.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(notice).toBeVisible();
  await form.expectKept();

  answer({ status: 201 });
  await context.setOffline(false);
  await expect(form.thanks).toBeVisible();
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(received).toHaveLength(2);

  const save = page.getByRole('button', { name: 'Save a copy of what you agreed to' });
  const { name, text: copy } = await savedBy(page, () => save.click());
  expect(name).toMatch(/^consent-\d{4}-\d\d-\d\d\.txt$/);
  expect(copy).toContain('may use automated technology');
  expect(copy).toMatch(/the Terms of Service \(http\S+\/terms-of-service\) and/);
  expect(copy).toMatch(/\nTime: \d{4}-\d\d-\d\dT\S+Z\n/);
  expect(copy).toContain(`Reference: ${String(received[1]?.['id'])}\n`);
  expect(copy).toContain(`Version: ${String(received[1]?.['consent_version'])}\n`);
});
