import { readText } from '../support/pages/read-text.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const industries = [
  'cleaning',
  'landscaping',
  'concrete',
  'roofing',
  'fencing',
  'remodeling',
  'junk',
  'painting',
  'pool',
  'hvac',
  'medical',
  'legal',
  'other',
];

/** A browser fills them in, and a phone shows the right keys. */
const email = { type: 'email', autocomplete: 'email', inputmode: 'email' };
const phone = { type: 'tel', autocomplete: 'tel', inputmode: 'tel' };
const fields: { label: RegExp; name: string; required: boolean; has?: Record<string, string> }[] = [
  { label: /^(full |your )?name/i, name: 'name', required: true, has: { autocomplete: 'name' } },
  { label: /^e-?mail/i, name: 'email', required: true, has: email },
  { label: /^phone/i, name: 'phone', required: true, has: phone },
  {
    label: /^company/i,
    name: 'company',
    required: true,
    has: { autocomplete: 'organization' },
  },
  { label: /^industry/i, name: 'industry', required: true },
  { label: /^message/i, name: 'message', required: false },
  {
    label: /^I (agree|consent)/i,
    name: 'consent_marketing',
    required: true,
    has: { type: 'checkbox' },
  },
];

const forms = [
  { path: '/contact', options: industries, chosen: '' },
  { path: '/tree-service', options: ['tree-service', ...industries], chosen: 'tree-service' },
];

const form = (page: Page) => page.locator('form:has([name=consent_marketing])');

test.use({ javaScriptEnabled: false });

for (const { path, options, chosen } of forms) {
  test(`the form on ${path} asks for seven things, each with its label`, async ({
    page,
    visit,
  }) => {
    await visit(path);
    for (const { label, name, required, has = {} } of fields) {
      const field = form(page).getByLabel(label);
      await expect(field, name).toHaveCount(1);
      await expect(field).toHaveAttribute('name', name);
      await expect(field, name).toHaveJSProperty('required', required);
      for (const [attribute, value] of Object.entries(has))
        await expect(field).toHaveAttribute(attribute, value);
    }
    await expect(form(page).getByText('(optional)')).toBeVisible();
    await expect(form(page).getByRole('button')).toHaveAttribute('type', 'submit');
    await expect(form(page)).toHaveAttribute('method', /^post$/i);
    await expect(form(page)).toHaveAttribute('action', '/api/submit-contact');
  });

  test(`the form on ${path} offers its industries in the owner's order`, async ({
    page,
    visit,
  }) => {
    await visit(path);
    const select = form(page).getByRole('combobox');
    const values = await select
      .locator('option')
      .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
    expect(values.filter((it) => it !== '')).toEqual(options);
    await expect(select).toHaveValue(chosen);
  });

  test(`the consent on ${path} says what is agreed to`, async ({ page, visit }) => {
    await visit(path);
    const checkbox = form(page).getByRole('checkbox');
    await expect(checkbox).not.toBeChecked();
    const label = form(page).locator('label', { has: page.getByRole('checkbox') });
    const id = await checkbox.getAttribute('id');
    const text = (id ? form(page).locator(`label[for="${id}"]`) : label).first();
    for (const part of [/SMS/, /calls/, /e-?mails/i, /\bSTOP\b/, /\bHELP\b/])
      await expect(text).toContainText(part);
    await expect(text).toContainText(/message and data rates may apply/i);
    await expect(text).toContainText(/not a condition of purchase/i);
    const link = (name: RegExp) => form(page).getByRole('link', { name });
    await expect(link(/^Terms/)).toHaveAttribute('href', '/terms-of-service');
    await expect(link(/^Privacy Policy/)).toHaveAttribute('href', '/privacy-policy');
  });
}

test('the contact page answers four questions, in agreement with what it promises', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  const questions = page.locator('details > summary');
  await expect(questions).toHaveText([
    /how (quickly|soon)/i,
    /qualified/i,
    /industries/i,
    /quality/i,
  ]);
  for (const answer of await page.locator('details').all())
    expect((await answer.innerText()).length).toBeGreaterThan(10);
});

test('the contact page tells in four steps what happens next', async ({ page, visit }) => {
  await visit('/contact');
  const heading = page.getByRole('heading', { name: 'What Happens Next?' });
  const steps = page
    .locator('section, div, article')
    .filter({ has: heading })
    .last()
    .getByRole('listitem');
  await expect(steps).toHaveCount(4);
  expect(await readText(page, 'main')).toMatch(/5 minutes.*15-minute.*48 hours/s);
});
