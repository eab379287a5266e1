import { visitor, type ContactForm } from '../support/pages/contact-form.ts';
import { delayIsland, failIsland } from '../support/pages/scripts.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

const isHydrated = (form: ContactForm) => expect(form.root).toHaveJSProperty('noValidate', true);

/** Changes the value like autofill and password managers: without a key, a press or a focus. */
const set = (form: ContactForm, event: string) =>
  form.field('Name').evaluate(
    (field: HTMLInputElement, { value, event }) => {
      field.value = value;
      field.dispatchEvent(new Event(event, { bubbles: true }));
    },
    { value: visitor.Name, event },
  );

const touches: Record<string, (form: ContactForm) => Promise<unknown>> = {
  'a press of the pointer': async (form) => {
    await form.field('Name').hover();
    await form.page.mouse.down();
  },
  'a focus': (form) => form.field('Email').focus(),
  'a key': (form) => form.root.dispatchEvent('keydown'),
  'a value that is filled in': (form) => set(form, 'input'),
  'a value that is changed': (form) => set(form, 'change'),
  'a click without a pointer': (form) => form.consent.evaluate((it: HTMLElement) => it.click()),
};

/** Waits until the browser has given up on a script. */
const failed = (page: Page) =>
  page.waitForEvent('console', (message) => message.text().includes('Error hydrating'));

test('a touch of any kind loads the form’s code', async ({ page, form, complaints }) => {
  complaints.excuseError('/_astro/');
  // Each touch retries while it fails.
  const repair = await failIsland(page, 'ContactForm');
  await visit(page, '/contact');
  for (const [what, touch] of Object.entries(touches))
    await test.step(what, async () => {
      const givenUp = failed(page);
      await touch(form);
      await givenUp;
    });
  await expect(form.root).toHaveJSProperty('noValidate', false);
  await repair();
  await form.touch();
});

test('values that the browser restores hydrate the form without a touch', async ({
  page,
  form,
}) => {
  await delayIsland(page, 'ContactForm');
  await visit(page, '/contact');
  await form.fillIn();
  await visit(page, '/about');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goBack();
  await form.expectKept();
  await isHydrated(form);
});

test('letters typed while the code loads stay, and so do the caret and the selection', async ({
  page,
  form,
}) => {
  const release = await delayIsland(page, 'ContactForm');
  await visit(page, '/contact');
  const email = form.field('Email');
  await form.field('Company').fill('Example');
  await form.field('Company').press('ArrowLeft');
  await email.click();
  await page.keyboard.type('adaexample.com');
  const company = form.field('Company');
  await company.focus();
  await company.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 4, 'backward'));
  release();
  await isHydrated(form);
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

test('the form works if one of its scripts fails, and the next touch loads it again', async ({
  page,
  form,
  complaints,
}) => {
  complaints.excuseError('/_astro/');
  // A draft would hydrate the form of the next visit.
  await page.addInitScript(() => sessionStorage.clear());
  // React's part, and the imports of the island's own file.
  for (const script of ['client', 'fields'])
    await test.step(script, async () => {
      const repair = await failIsland(page, script);
      await visit(page, '/contact');
      const givenUp = failed(page);
      await form.field('Name').fill(visitor.Name);
      await givenUp;
      await expect(form.root).toHaveJSProperty('noValidate', false);
      // The browser reports the missing file itself.
      await form.send.click();
      await expect(form.field('Email')).toBeFocused();
      await repair();
      await form.touch();
      await expect(form.field('Name')).toHaveValue(visitor.Name);
    });
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('a short phone number is questioned once the next field is tapped', async ({ form }) => {
    await form.open('/contact');
    await form.field('Phone').fill('555-0142');
    await form.field('Company').tap();
    await expect(form.root.getByText('area code?')).toBeVisible();
  });
});
