import { axeFaults, enhancedContrast } from '../support/pages/axe.ts';
import {
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  industryOf,
  expectThanksOnSending,
  sendButton,
  thanks,
  visitor,
} from '../support/pages/contact-form.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { stubSubmissions, submitPath } from '../support/builders/submissions.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const focused = (page: Page) => page.locator(':focus');

for (const path of ['/contact', '/tree-service']) {
  test(`${path} can be filled in and sent by keyboard alone`, async ({ page, visit }) => {
    const { received } = await stubSubmissions(page);
    await visit(path);
    await hydrated(page);
    await fieldOf(page, 'Name').focus();
    for (const label of ['Name', 'Email', 'Phone', 'Company'] as const) {
      await expect(fieldOf(page, label)).toBeFocused();
      await page.keyboard.type(visitor[label]);
      await page.keyboard.press('Tab');
    }
    await expect(industryOf(page)).toBeFocused();
    await page.keyboard.type('Pool');
    await page.keyboard.press('Tab');
    await expect(fieldOf(page, 'Message')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(formOn(page).getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('Space');
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      await page.keyboard.press('Tab');
      await expect(formOn(page).getByRole('link', { name })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(sendButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(thanks(page)).toBeFocused();
    expect(received).toMatchObject([{ industry: 'pool', website: '', message: null }]);

    await page.keyboard.press('Tab');
    await expect(focused(page)).toHaveText('Submit Another Request');
    await page.keyboard.press('Enter');
    await expect(fieldOf(page, 'Name')).toBeFocused();
  });

  test(`${path} has a trap that machines fill in and people never see`, async ({ page, visit }) => {
    const { received } = await stubSubmissions(page);
    await visit(path);
    await hydrated(page);
    const trap = formOn(page).locator('[name=website]');
    await expect(trap).toHaveAttribute('tabindex', '-1');
    await expect(trap).toHaveAttribute('autocomplete', 'off');
    await expect(formOn(page).getByRole('textbox', { name: /leave/i })).toHaveCount(0);
    await expect(formOn(page).getByRole('textbox')).toHaveCount(5);
    const seen = await trap.evaluate((it) => {
      const { width, height } = (it.parentElement ?? it).getBoundingClientRect();
      return width * height;
    });
    expect(seen).toBeLessThanOrEqual(1);

    await fillIn(page);
    await trap.evaluate((it: HTMLInputElement) => (it.value = 'https://spam.example'));
    await expectThanksOnSending(page);
    expect(received).toMatchObject([{ website: 'https://spam.example' }]);
  });
}

test('a plain form that is refused comes back without a fault, on a phone and on a desk', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await visit('/contact');
    await hydrated(page);
    await fillIn(page, { Phone: ' ' });
    // Past the script, which axe needs and a visitor without JavaScript doesn't have.
    await formOn(page).evaluate((form: HTMLFormElement) => {
      form.submit();
    });
    await expect(page.getByRole('alert').filter({ hasText: 'Phone is required' })).toBeVisible();
    await expect(fieldOf(page, 'Phone')).toHaveAccessibleDescription('Phone is required');
    expect(await axeFaults(page, enhancedContrast)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
  }
});
