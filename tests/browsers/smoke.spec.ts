/** A visitor's way from the home page to the form, and an admin's way from the login to the logout. */
import { expect } from 'playwright/test';
import { By } from 'selenium-webdriver';
import { fromAnother } from '../support/builders/requests.ts';
import { priceOf } from '../support/builders/words.ts';
import { whatSticksOut } from '../support/pages/looks.ts';
import { demoAdmin } from '../support/pages/sign-in.ts';
import { submissionsOf, submitPath } from '../support/pages/submissions.ts';
import { button, link, test } from './test.ts';

for (const [where, width] of [
  ['a desktop', 1280],
  // The narrowest window is 447 px wide in WebKit and 500 px in Firefox.
  ['a phone', 360],
] as const)
  test(`on ${where}, a visitor goes from the home page to a price, and with it to the form`, async ({
    tab,
  }) => {
    await tab.driver.manage().window().setRect({ width, height: 800 });
    await tab.open('/');
    await tab.reads('Stop paying for effort.', 'h1');
    expect(await tab.driver.executeScript(whatSticksOut)).toEqual([]);
    if (width === 360) await tab.press(button('Menu'));
    await tab.press(link('Pricing'));
    await tab.at('/pricing');
    await tab.choose('roofing');
    await tab.reads(priceOf('Roofing / Gutters'), '[aria-live]');
    expect(await tab.driver.executeScript(whatSticksOut)).toEqual([]);
    await tab.press(link('Get My Leads Now'));
    await tab.at('/contact');
    const industry = await tab.find(By.name('industry'));
    await expect.poll(() => industry.getAttribute('value')).toBe('roofing');
  });

test('the home page shows a toast that another page left', async ({ tab }) => {
  await tab.open('/');
  await tab.driver.executeScript(
    `sessionStorage.setItem('leadwright:toast', '{"title":"Access denied."}')`,
  );
  await tab.open('/');
  await tab.reads('Access denied.', '.toasts');
});

test('an admin signs in, finds a lead, sends it again, answers it, and logs out', async ({
  tab,
  request,
}) => {
  const lead = fromAnother();
  expect((await request.post(submitPath, { data: lead })).status()).toBe(201);
  await tab.open('/admin');
  await tab.at('/auth');
  await tab.type('email', demoAdmin.email);
  await tab.type('password', demoAdmin.password);
  await tab.press(button('Login'));
  await tab.at('/admin');
  await tab.reads('Contact Submissions');
  await (await tab.find(By.css('[type=search]'))).sendKeys(lead.email);
  await tab.press(By.css(`tr[data-id="${lead.id}"] th button`));
  await tab.reads(lead.message, 'dialog');
  await tab.press(By.xpath('//dialog//button[.="Resend"]'));
  await tab.reads('Successfully sent to webhook', '.toasts');
  await tab.press(button('Mark as answered'));
  await expect
    .poll(async () => (await submissionsOf(request, lead.email))[0]?.answered)
    .toMatchObject({ by: demoAdmin.email });
  await tab.press(By.css('dialog [aria-label=Close]'));
  // On a phone, it is in the menu.
  await tab.press(By.xpath('//button[.="Logout"][not(ancestor::*[@popover])]'));
  await tab.at('/auth');
  await tab.open('/admin');
  await tab.at('/auth');
});
