/** When the islands of visitors load, and what becomes of what a visitor did before. */
import { priceOf } from '../support/builders/prices.ts';
import {
  consentOf,
  expectKept,
  fieldOf,
  fillIn,
  formOn,
  hydrated,
  sendButton,
  visitor,
} from '../support/pages/contact-form.ts';
import { delayIsland, failIsland } from '../support/pages/island.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const isHydrated = (page: Page) => expect(formOn(page)).toHaveJSProperty('noValidate', true);

/** As autofill and password managers do it: without a key, a press or a focus. */
const set = (page: Page, label: string, value: string, event: string) =>
  fieldOf(page, label).evaluate(
    (field: HTMLInputElement, { value, event }) => {
      field.value = value;
      field.dispatchEvent(new Event(event, { bubbles: true }));
    },
    { value, event },
  );

const touches: Record<string, (page: Page) => Promise<unknown>> = {
  'a press of the pointer': async (page) => {
    await fieldOf(page, 'Name').hover();
    await page.mouse.down();
  },
  'a focus': (page) => fieldOf(page, 'Name').focus(),
  'a key': (page) => formOn(page).dispatchEvent('keydown'),
  'a value that is filled in': (page) => set(page, 'Name', visitor.Name, 'input'),
  'a value that is changed': (page) => set(page, 'Name', visitor.Name, 'change'),
  'a click without a pointer': (page) =>
    consentOf(page).evaluate((it: HTMLElement) => {
      it.click();
    }),
};

for (const [what, touch] of Object.entries(touches))
  test(`${what} hydrates the form`, async ({ page, visit }) => {
    await visit('/contact');
    await expect(formOn(page)).toHaveJSProperty('noValidate', false);
    await touch(page);
    await isHydrated(page);
  });

test('a value that is filled in without a touch is kept', async ({ page, visit }) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await set(page, 'Name', visitor.Name, 'input');
  release();
  await isHydrated(page);
  await expect(fieldOf(page, 'Name')).toHaveValue(visitor.Name);
});

test('a draft comes back without a touch', async ({ page, visit }) => {
  await visit('/contact');
  await hydrated(page);
  await fillIn(page);
  await visit('/contact');
  await expectKept(page);
  await isHydrated(page);
});

test('words that the browser itself restores hydrate the form without a touch', async ({
  page,
  visit,
}) => {
  await delayIsland(page, 'ContactForm');
  await visit('/contact');
  await fillIn(page);
  await visit('/about');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goBack();
  await expectKept(page);
  await isHydrated(page);
});

test('letters typed while the code arrives stay, and so do the caret and the selection', async ({
  page,
  visit,
}) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit('/contact');
  const email = fieldOf(page, 'Email');
  await fieldOf(page, 'Company').fill('Example');
  await fieldOf(page, 'Company').press('ArrowLeft');
  await email.click();
  await page.keyboard.type('adaexample.com');
  const company = fieldOf(page, 'Company');
  await company.focus();
  await company.evaluate((field: HTMLInputElement) => {
    field.setSelectionRange(2, 4, 'backward');
  });
  release();
  await isHydrated(page);
  await expect(company).toBeFocused();
  const selection = await company.evaluate((field: HTMLInputElement) => [
    field.selectionStart,
    field.selectionEnd,
    field.selectionDirection,
  ]);
  expect(selection).toEqual([2, 4, 'backward']);
  await page.keyboard.type('-');
  await expect(company).toHaveValue('Ex-ple');
  await expect(email).toHaveValue('adaexample.com');
});

/** Waits until the browser has given up on a script. */
const failed = (page: Page) =>
  page.waitForEvent('console', (message) => message.text().includes('Error hydrating'));

// `shared` is imported by the island's own file.
for (const script of ['ContactForm', 'client', 'shared'])
  test(`the form works without its ${script} script, which the next touch tries again`, async ({
    page,
    visit,
    complaints,
  }) => {
    complaints.excuseError('/_astro/');
    const repair = await failIsland(page, script);
    await visit('/contact');
    const givenUp = failed(page);
    await fieldOf(page, 'Name').fill(visitor.Name);
    await givenUp;
    await expect(formOn(page)).toHaveJSProperty('noValidate', false);
    // The browser itself complains of what is missing.
    await sendButton(page).click();
    await expect(fieldOf(page, 'Email')).toBeFocused();
    await repair();
    await hydrated(page);
    await expect(fieldOf(page, 'Name')).toHaveValue(visitor.Name);
  });

test('a choice made without the price checker’s script gets its price at the next touch', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseError('/_astro/');
  const repair = await failIsland(page, 'PriceChecker');
  await visit('/pricing');
  const select = page.getByRole('combobox', { name: 'Select Your Industry' });
  const givenUp = failed(page);
  await select.selectOption('hvac');
  await givenUp;
  await repair();
  await select.focus();
  await expect(page.locator('astro-island [aria-live]')).toContainText(priceOf('HVAC / Plumbing'));
});
