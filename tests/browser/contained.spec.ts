import { priceOf } from '../support/builders/prices.ts';
import { cardsIn, centre } from '../support/pages/feed.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const broken = 'broken by the test';
const errorIn = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });

test('a form that breaks shows an error in its place, the rest of the page works, and a reload brings it back', async ({
  page,
  form,
  visit,
  complaints,
}) => {
  complaints.excuseError(broken);
  // Once: when mounted, the form turns off the browser's own validation messages.
  await page.addInitScript((message) => {
    if (sessionStorage.getItem('seen')) return;
    sessionStorage.setItem('seen', 'once');
    Object.defineProperty(HTMLFormElement.prototype, 'noValidate', {
      set: () => {
        throw new Error(message);
      },
    });
  }, broken);
  await visit('/contact');
  await form.field('Name').click();
  await expect(errorIn(page)).toBeVisible();
  await expect(form.root).toHaveCount(0);
  await page.getByText('How quickly will I start getting leads?').click();
  await expect(page.getByText('Your campaign is live within')).toBeVisible();
  await errorIn(page).getByRole('button', { name: 'Reload the page' }).click();
  await form.touch();
  await expect(errorIn(page)).toHaveCount(0);
});

test('a feed that breaks leaves the other islands working', async ({ page, visit, complaints }) => {
  complaints.excuseError(broken);
  // Once mounted, the feed asks for the motion preference.
  await page.addInitScript((message) => {
    window.matchMedia = () => {
      throw new Error(message);
    };
  }, broken);
  await visit('/');
  await centre(page);
  await expect(errorIn(page)).toHaveCount(1);
  await expect(cardsIn(page)).toHaveCount(0);
  const select = page.getByRole('combobox', { name: 'Select Your Industry' });
  await select.scrollIntoViewIfNeeded();
  await select.selectOption('legal');
  await expect(page.getByText(priceOf('Legal / Disability / Insurance'))).toBeVisible();
});
