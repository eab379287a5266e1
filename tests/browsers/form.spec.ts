/** The form in Firefox and WebKit, from its first word to the thanks. */
import { expect } from 'playwright/test';
import { By } from 'selenium-webdriver';
import { newEmail, phoneOf, visitor } from '../support/pages/contact-form.ts';
import { submissionsOf } from '../support/pages/submissions.ts';
import { button, test, type Tab } from './test.ts';

const send = button('Send My Request');

/** The number of beacons that the site has answered. */
const reported = `return performance.getEntriesByName(new URL('/api/reports', location).href).length`;

async function fillIn(tab: Tab, email: string): Promise<void> {
  await tab.type('name', visitor.Name);
  await tab.type('email', email);
  await tab.type('company', visitor.Company);
  await tab.type('message', 'Two crews');
  await tab.choose('roofing');
  await tab.press(By.name('consent_marketing'));
}

test('a form reports that it works, and a visitor sees the missing field, fills it in, and is thanked', async ({
  tab,
  request,
}) => {
  const email = newEmail();
  await tab.open('/contact');
  await tab.press(By.name('name'));
  // A driver may type faster than the form's code loads.
  const form = await tab.find(By.css('form'));
  await expect.poll(() => form.getAttribute('novalidate')).toBe('true');
  await expect.poll(() => tab.driver.executeScript(reported)).toBe(1);
  await fillIn(tab, email);
  await tab.press(send);
  await tab.reads('Phone is required', '.toasts');
  await tab.type('phone', phoneOf(email));
  await tab.press(send);
  await tab.reads('Thank You!');
  expect(await submissionsOf(request, email)).toHaveLength(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser itself posts the form', async ({ tab, request }) => {
    const email = newEmail();
    await tab.open('/contact');
    await fillIn(tab, email);
    await tab.type('phone', phoneOf(email));
    await tab.press(send);
    await tab.at('/thank-you');
    await tab.reads('Thank You!');
    expect(await submissionsOf(request, email)).toHaveLength(1);
  });
});
