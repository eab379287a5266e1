/** Phones that get no updates any more: each of these arrived in all browsers between 2022 and 2024. */
import {
  expectThanksOnSending,
  fieldOf,
  fillIn,
  hydrated,
  letAMinutePass,
  newEmail,
  sendButton,
  toast,
} from '../support/pages/contact-form.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
import { expect, test } from '../support/pages/test.ts';

const missing = {
  popovers: () => {
    for (const name of ['popover', 'showPopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  },
};

test.beforeEach(({ page }) => letAMinutePass(page));

for (const [what, remove] of Object.entries(missing))
  test(`without ${what}, the form says what is wrong, and sends`, async ({
    page,
    visit,
    request,
  }) => {
    await page.addInitScript(remove);
    const Email = newEmail();
    await visit('/contact');
    await hydrated(page);
    await fillIn(page, { Email, Phone: ' ' });
    await sendButton(page).click();
    await expect(toast(page, 'Phone is required')).toBeVisible();
    await expect(fieldOf(page, 'Phone')).toBeFocused();
    await fieldOf(page, 'Phone').fill('713 555 0142');
    await expectThanksOnSending(page);
    await expect(toast(page, 'Thank you')).toBeVisible();
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });
