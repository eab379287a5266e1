/** Phones that get no updates any more: they lack what came to all browsers between 2022 and 2024. */
import {
  letAMinutePass,
  newEmail,
  phoneOf,
  thanked,
  toast,
} from '../support/pages/contact-form.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
import { expect, test } from '../support/pages/test.ts';

test.beforeEach(({ page }) => letAMinutePass(page));

test('without popovers, the form says what is wrong, and thanks', async ({
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

test('without what the island needs, the browser itself posts the form, once', async ({
  page,
  form,
  visit,
  request,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'timeout');
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  });
  const Email = newEmail();
  await visit('/contact');
  await form.fillIn({ Email });
  await form.send.click();
  await expect(page).toHaveURL(thanked);
  expect(await submissionsOf(request, Email)).toHaveLength(1);
});
