import { hash } from 'node:crypto';
import { consentTexts } from '../../src/shared/consent-receipt.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { toast } from '../support/pages/contact-form.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton, nameOf, rowsOf } from '../support/pages/menus.ts';
import { expect, inboxOf, test, type Page } from '../support/pages/stubbed.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const phone = { width: 360, height: 640 };
const close = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' });

test('the consent proof shows no result until its check is done', async ({ page }) => {
  const rows = leads(2).map((lead, i) => {
    const { version, text } = consentTexts[i] ?? currentConsent;
    return { ...lead, consent: { ...lead.consent, version, sha256: hash('sha256', text) } };
  });
  await inboxOf(page, rows);
  await nameOf(page, 0).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('matches this text');
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('does not match this text'))
        document.body.dataset['claimed'] = 'wrongly';
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(panel).toContainText(consentTexts[1]?.version ?? '');
  await expect(panel).toContainText('matches this text');
  await expect(page.locator('body')).not.toHaveAttribute('data-claimed');
});

test('a toast covers a menu, whichever opens first', async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize(phone);
  await inboxOf(page, leads(5));
  await rowsOf(page).first().click();
  // Keeps the toast open on a slow machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await close(page).click();
  for (const label of ['View', 'Menu'] as const) {
    await menuButton(page, label).click();
    await expect(
      page
        .locator('[popover]:popover-open')
        .getByRole(label === 'View' ? 'combobox' : 'button')
        .first(),
    ).toBeVisible();
    const shown = toast(page, 'Successfully sent to webhook').getByRole('button');
    // The click fails if an element covers the button.
    await shown.click({ trial: true, timeout: 3000 });
    await page.keyboard.press('Escape');
  }
});

test('Tab stays in an open panel that covers the page, and the focused element is never covered', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await inboxOf(page, leads(5));
  await rowsOf(page).first().click();
  await expect(close(page)).toBeVisible();
  // The second is a window of 1280x1024 px, zoomed to 400 %.
  for (const [width, height] of [
    [360, 640],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const key of ['Shift+Tab', 'Tab'])
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press(key);
        expect(await coveredFocus(page), `${width} px, ${key}, ${i}`).toBeUndefined();
      }
  }
});

/** The element with the focus, if another element covers its middle. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const over = document.elementFromPoint(x + width / 2, y + height / 2);
    return focused.contains(over) ? undefined : focused.outerHTML;
  });
