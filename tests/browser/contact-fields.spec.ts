import { axeFaults, enhancedContrast, sidewaysScroll } from '../support/pages/looks.ts';
import {
  newEmail,
  phoneOf,
  thanked,
  toast,
  visitor,
  type ContactForm,
} from '../support/pages/contact-form.ts';
import { stubSubmissions, submissionsOf, submitPath } from '../support/pages/submissions.ts';
import { expect, test, type Locator } from '../support/pages/test.ts';

test('the form can be filled in and sent by keyboard alone, and has a honeypot that only machines see', async ({
  page,
  form,
}) => {
  const { received } = await stubSubmissions(page);
  await form.open('/contact');
  await test.step('the form can be filled in and sent by keyboard', async () => {
    await form.field('Name').focus();
    for (const label of ['Name', 'Email', 'Phone', 'Company'] as const) {
      await expect(form.field(label)).toBeFocused();
      await page.keyboard.type(visitor[label]);
      await page.keyboard.press('Tab');
    }
    await expect(form.industry).toBeFocused();
    await page.keyboard.type('Pool');
    await page.keyboard.press('Tab');
    await expect(form.field('Message')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(form.consent).toBeFocused();
    await page.keyboard.press('Space');
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      await page.keyboard.press('Tab');
      await expect(form.root.getByRole('link', { name })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(form.send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.thanks).toBeFocused();
    expect(received).toMatchObject([{ industry: 'pool', website: '', message: null }]);
  });

  await test.step('the next request starts by keyboard', async () => {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText('Submit Another Request');
    await page.keyboard.press('Enter');
    await expect(form.field('Name')).toBeFocused();
  });

  const trap = form.root.locator('[name=website]');
  await test.step('visitors cannot see or reach the honeypot', async () => {
    await expect(trap).toHaveAttribute('tabindex', '-1');
    await expect(trap).toHaveAttribute('autocomplete', 'off');
    await expect(form.root.getByRole('textbox', { name: /leave/i })).toHaveCount(0);
    await expect(form.root.getByRole('textbox')).toHaveCount(5);
    const trapArea = await trap.evaluate((it) => {
      const { width, height } = (it.parentElement ?? it).getBoundingClientRect();
      return width * height;
    });
    expect(trapArea).toBeLessThanOrEqual(1);
  });

  await form.fillIn();
  await trap.evaluate((it: HTMLInputElement) => (it.value = 'https://spam.example'));
  await form.sendAndBeThanked();
  expect(received[1]).toMatchObject({ website: 'https://spam.example' });
});

const messageHint = 'Where you work, which jobs you want, when you can start.';

async function refusal(form: ContactForm, field: Locator, message: string, hint = '') {
  const { page } = form;
  await form.send.click();
  const shown = toast(page, 'Validation Error');
  await expect(shown).toContainText(message);
  // The field has the focus, so its message is read out with it, and not with the toast.
  await expect(page.locator('[aria-live=assertive]')).toMatchAriaSnapshot(
    '- strong: Validation Error\n- button "Dismiss"',
  );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(`${message} ${hint}`.trim());
  await expect(field).toBeFocused();
  await expect(form.root.locator('[aria-invalid=true]')).toHaveCount(1);
  const words = form.root.getByText(message, { exact: true });
  await expect(words).toBeInViewport({ ratio: 1 });
  const [said, above] = [await words.boundingBox(), await shown.boundingBox()];
  expect((said?.y ?? 0) + (said?.height ?? 0), 'the toast is below').toBeLessThan(above?.y ?? 0);
  await shown.getByRole('button', { name: 'Dismiss' }).click();
  await expect(shown).toHaveCount(0);
}

test('only the first error is shown, beside its field and in a toast, until it is corrected', async ({
  page,
  form,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const { received, answer } = await stubSubmissions(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // From the first press on, before the island's code has loaded.
  await page.goto('/contact');
  for (const [label, message] of Object.entries({
    Name: 'Name is required',
    Email: 'Invalid email address',
    Phone: 'Phone is required',
    Company: 'Company name is required',
  } as const)) {
    await refusal(form, form.field(label), message);
    await form.field(label).fill(visitor[label as keyof typeof visitor]);
    await expect(form.field(label)).toHaveAttribute('aria-invalid', 'false');
  }
  await form.send.click();
  await refusal(form, form.industry, 'Industry is required');
  await form.industry.selectOption('roofing');
  const message = form.field('Message');
  await message.fill('m'.repeat(1001));
  await refusal(form, message, 'Message must be at most 1000 characters', messageHint);
  await message.fill(visitor.Message);
  await expect(message).toHaveAccessibleDescription(messageHint);
  await refusal(
    form,
    form.consent,
    'You must consent to receive notifications and promotional messages',
  );
  expect(received).toEqual([]);

  await form.consent.check();
  answer({ status: 422, json: { field: 'phone', error: 'Phone is not in service' } });
  await refusal(form, form.field('Phone'), 'Phone is not in service');
  await form.expectKept();
});

test('a visitor is asked about a mistyped address, and a press on Send still sends it', async ({
  page,
  form,
}) => {
  const { received, hold } = await stubSubmissions(page);
  await form.open('/contact', {});
  const email = form.field('Email');
  const question = form.root
    .getByRole('status')
    .getByRole('button', { name: 'Did you mean ada@gmail.com?' });
  await email.fill('ada@gmail.co');
  await expect(question).toBeHidden();
  // Asked before the press, because the question would move the button away from the pointer.
  await email.press('n');
  await expect(question).toBeVisible();
  await email.press('Backspace');
  await expect(question).toBeHidden();
  await form.field('Phone').fill('555-0142');
  await question.press('Enter');
  await expect(form.root.getByRole('status').getByText('area code?')).toBeVisible();
  await expect(email).toHaveValue('ada@gmail.com');
  await expect(email).toBeFocused();
  await expect(question).toBeHidden();

  await email.fill('ada@gmail.co');
  await form.send.scrollIntoViewIfNeeded();
  const place = await form.send.boundingBox();
  const release = hold();
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(email).not.toBeFocused();
  expect(await form.send.boundingBox()).toEqual(place);
  await page.mouse.up();
  await expect(form.root.getByText('Submitting...')).toBeVisible();
  await expect(question).toBeHidden();
  release();
  await expect(form.thanks).toBeVisible();
  expect(received).toMatchObject([{ email: 'ada@gmail.co' }]);
});

test('a refused plain form is returned complete and accessible, and can be sent', async ({
  page,
  form,
  request,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  const Email = newEmail();
  // Its industry is not in the list of the returned page.
  const industry = 'tree-service';
  await form.open('/tree-service', { industry, Email, Phone: ' ' });
  // Bypasses the form's script: axe needs JavaScript, and this visitor has none.
  await form.root.evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole('alert').filter({ hasText: 'Phone is required' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your request has not been sent yet.',
  );
  await expect(form.field('Phone')).toBeFocused();
  await expect(form.field('Phone')).toHaveAccessibleDescription('Phone is required');
  await expect(form.root.getByText('is required')).toHaveCount(1);
  await expect(form.field('Message')).toHaveValue(visitor.Message);
  await expect(form.industry).toHaveValue(industry);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFaults(page, enhancedContrast)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
  }
  expect(await submissionsOf(request, Email)).toEqual([]);
  await form.field('Phone').fill(phoneOf(Email));
  await form.send.click();
  await expect(page).toHaveURL(thanked);
  expect(await submissionsOf(request, Email)).toMatchObject([
    { name: visitor.Name, phone: phoneOf(Email), industry, message: visitor.Message },
  ]);
});
