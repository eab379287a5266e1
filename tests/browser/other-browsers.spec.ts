/** Translators that change a page before its island is first touched, and phones without updates. */
import {
  letAMinutePass,
  newEmail,
  phoneOf,
  thanked,
  toast,
} from '../support/pages/contact-form.ts';
import { submissionsOf } from '../support/pages/submissions.ts';
import { expect, test, visit } from '../support/pages/test.ts';

const changes = {
  // Chrome's translator wraps each text in an element.
  'it wraps the texts': () => {
    for (const element of document.querySelectorAll('astro-island :is(p, label, h2, button)')) {
      const wrap = document.createElement('span');
      wrap.append(...element.childNodes);
      element.append(wrap);
    }
  },
  // Safari and Firefox replace the text in place.
  'it replaces the texts': () => {
    for (const element of document.querySelectorAll('form h2, form label, form button'))
      if (element.firstChild) element.firstChild.nodeValue = 'Otro texto';
  },
};

test.beforeEach(({ page }) => letAMinutePass(page));

test('a form that a translator changes keeps words and focus, and is sent once', async ({
  page,
  form,
  request,
}) => {
  for (const [which, change] of Object.entries(changes))
    await test.step(which, async () => {
      const Email = newEmail();
      await visit(page, '/contact');
      await page.evaluate(change);
      const name = form.root.locator('[name=name]');
      await name.click();
      await page.keyboard.type('Ana');
      await page.waitForLoadState('networkidle');
      await page.keyboard.type(' Example');
      await expect(name).toHaveValue('Ana Example');
      await expect(name).toBeFocused();
      for (const [field, text] of Object.entries({
        email: Email,
        phone: phoneOf(Email),
        company: 'X',
      }))
        await form.root.locator(`[name=${field}]`).fill(text);
      await form.root.locator('select').selectOption('roofing');
      await form.root.getByRole('checkbox').check();
      await form.send.click();
      await expect(page).toHaveURL(thanked);
      expect(await submissionsOf(request, Email)).toMatchObject([{ name: 'Ana Example' }]);
    });
});

test('words sent before and after a translation are one lead', async ({
  page,
  form,
  request,
  complaints,
}) => {
  const Email = await form.sendInVain(complaints);
  // The island's code has not run on this visit: the draft loads it only after the page has loaded.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('form h2')?.append('!');
    });
  });
  await visit(page, '/contact');
  await form.fillIn({ Email });
  await form.field('Name').focus();
  await form.send.click();
  await expect(page).toHaveURL(thanked);
  expect(await submissionsOf(request, Email)).toHaveLength(1);
});

test('the price checker on a translated page answers the choice that loaded it', async ({
  page,
  complaints,
}) => {
  // React reports that it renders the island again.
  complaints.excuseError('Minified React error #418');
  await visit(page, '/pricing');
  await page.evaluate(changes['it wraps the texts']);
  const select = page.getByRole('combobox');
  await select.selectOption('hvac');
  await expect(page.locator('astro-island [aria-live]')).toContainText('$65');
  await expect(select).toHaveValue('hvac');
});

// These phones lack features that all browsers got between 2022 and 2024.
test('on an old phone without popovers, the form shows its errors, and thanks', async ({
  page,
  form,
  request,
}) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  const Email = newEmail();
  await form.open('/contact', { Email, Phone: ' ' });
  await form.send.click();
  await expect(toast(page, 'Phone is required')).toBeVisible();
  await expect(form.field('Phone')).toBeFocused();
  await form.field('Phone').fill(phoneOf(Email));
  await form.sendAndBeThanked();
  await expect(toast(page, 'Thank you')).toBeVisible();
  expect(await submissionsOf(request, Email)).toHaveLength(1);
});

test('on an old phone that cannot run the island, the browser itself posts the form, once', async ({
  page,
  form,
  request,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'timeout');
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  });
  const Email = newEmail();
  await visit(page, '/contact');
  await form.fillIn({ Email });
  await form.send.click();
  await expect(page).toHaveURL(thanked);
  expect(await submissionsOf(request, Email)).toHaveLength(1);
});
