/** Phones that get no updates any more: they lack what came to all browsers between 2022 and 2024. */
import {
  expectThanksOnSending,
  fieldOf,
  fillIn,
  hydrated,
  letAMinutePass,
  newEmail,
  phoneOf,
  sendButton,
  thanked,
  toast,
} from '../support/pages/contact-form.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
import { expect, test } from '../support/pages/test.ts';

test.beforeEach(({ page }) => letAMinutePass(page));

test('without popovers, the form says what is wrong, and thanks', async ({
  page,
  visit,
  request,
}) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  const Email = newEmail();
  await visit('/contact');
  await hydrated(page);
  await fillIn(page, { Email, Phone: ' ' });
  await sendButton(page).click();
  await expect(toast(page, 'Phone is required')).toBeVisible();
  await expect(fieldOf(page, 'Phone')).toBeFocused();
  await fieldOf(page, 'Phone').fill(phoneOf(Email));
  await expectThanksOnSending(page);
  await expect(toast(page, 'Thank you')).toBeVisible();
  expect(await submissionsOf(request, Email)).toHaveLength(1);
});

test('without what the island needs, the browser itself posts the form, once', async ({
  page,
  visit,
  request,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'timeout');
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  });
  const Email = newEmail();
  await visit('/contact');
  await fillIn(page, { Email });
  await sendButton(page).click();
  await expect(page).toHaveURL(thanked);
  expect(await submissionsOf(request, Email)).toHaveLength(1);
});
