/** Adds a field and a trade to a copy of the project, as the docs say, and checks each place that must have them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { placeholders } from '../../src/shared/placeholders.ts';

const row = `{ name: 'budget', label: 'Budget', kind: 'line', limit: 40, added: '2026-12-01' },`;

const copy = mkdtempSync(join(tmpdir(), 'added-field-'));
for (const folder of ['site', 'src', 'functions', 'tests/support'])
  cpSync(folder, join(copy, folder), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
const table = join(copy, 'src/shared/fields.ts');
const message = "{ name: 'message',";
writeFileSync(table, readFileSync(table, 'utf8').replace(message, `${row}\n${message}`));
const prices = join(copy, 'site/prices.json');
const trade = '{ "value": "masonry", "label": "Masonry / Brickwork", "price": 55 },';
writeFileSync(prices, readFileSync(prices, 'utf8').replace('"trades": [', `"trades": [${trade}`));

const server = await createServer({
  root: copy,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
afterAll(async () => {
  await server.close();
  rmSync(copy, { recursive: true });
});

/** The copy's own modules, with the types of ours. */
const copied = (await server.ssrLoadModule(
  '/tests/support/field-users.ts',
)) as typeof import('../support/field-users.ts');
const { ContactForm, FieldFacts, fields, filledIn, messageOf, postForm, submitContact } = copied;

const html = <T extends object>(component: ComponentType<T>, props: T) =>
  renderToStaticMarkup(createElement(component, props));
const form = { title: 'Job ticket', source: 'contact_page' } as const;
const budget = '$2k Katy-budget';

test('an added field is in the form, its request, its draft, and the privacy policy', async () => {
  const markup = html(ContactForm, form);
  expect(markup).toMatch(
    /<label class="label" for="budget">Budget <span[^>]*>\(optional\)<\/span>/,
  );
  expect(markup).toMatch(/<input class="field" id="budget"[^>]* type="text"/);
  expect(markup).toContain('Only the budget and the message may stay empty.');
  const world = copied.formWorld();
  const draft = { ...filledIn, budget };
  world.form.remember(draft);
  expect(world.kept()?.draft).toEqual(draft);
  await world.form.submit(draft, '');
  expect(world.requests[0]?.body).toMatchObject({ budget });
  const tooLong = { ...draft, budget: 'x'.repeat(41) };
  await world.form.submit(tooLong, '');
  expect(world.toasts.at(-1)?.description).toBe('Budget must be at most 40 characters');
  expect(copied.inBraces['form fields']).toContain(
    'industry, a budget if you write one, a message',
  );
});

test('an added field reaches the webhook, the CSV, the panel and the search from the plain form', async () => {
  const page = html(ContactForm, { ...form, placeholders });
  await using world = copied.aWorld({ builtPage: () => Promise.resolve(page) });
  const wrong = await submitContact(postForm({ ...fields, budget, email: 'no' }), world.deps);
  expect(await wrong.text()).toMatch(new RegExp(`<input[^>]* value="\\${budget}"`));
  expect((await submitContact(postForm({ ...fields, budget }), world.deps)).status).toBe(303);
  expect((await submitContact(postForm({ ...fields, budget: '' }), world.deps)).status).toBe(303);

  const found = await world.store.page({ filter: { q: 'katy-bud' }, limit: 10 });
  expect(found.records).toMatchObject([{ budget }]);
  for (const record of found.records) {
    expect(JSON.parse(messageOf(record).body)).toMatchObject({ budget });
    expect(copied.csvHead).toMatch(/,no_contact,budget\r\n$/);
    expect(copied.csvRow(record)).toContain(`,${budget}\r\n`);
    expect(html(FieldFacts, { item: record })).toContain(`<dt>Budget</dt><dd>${budget}</dd>`);
    expect(copied.asText(record)).toContain(`\nBudget: ${budget}\n`);
  }
});

test('a lead from before the field was added is unchanged', async () => {
  await using world = copied.aWorld();
  await submitContact(postForm(fields), world.deps);
  const [stored] = (await world.store.page({ filter: {}, limit: 10 })).records;
  if (!stored) throw new Error('The lead is not in the store.');
  const older: Partial<Record<string, unknown>> = { ...stored, id: 'older' };
  delete older['budget'];
  await world.store.create(older as typeof stored);
  const record = await world.store.get('older');
  expect(record).toEqual(older);
  if (!record) return;
  expect(JSON.parse(messageOf(record).body)).not.toHaveProperty('budget');
  expect(copied.csvRow(record)).toMatch(/,\r\n$/);
  expect(html(FieldFacts, { item: record })).not.toContain('Budget');
});

test('a trade needs one line to get its price, its option in both forms, and its row in the report', async () => {
  const option = /<option value="masonry"[^>]*>Masonry \/ Brickwork<\/option>/;
  expect(html(ContactForm, form)).toMatch(option);
  expect(html(copied.PriceChecker, { zeros: [] })).toMatch(option);
  expect(copied.pricedIndustries).toContainEqual(
    expect.objectContaining({ label: 'Masonry / Brickwork', price: 55 }),
  );
  expect(copied.pages.pricing.description).toContain('in 14 trades');
  expect(copied.pages.contact.faq.items[2]?.answer).toContain(
    'local services: masonry and brickwork; ',
  );

  const page = html(ContactForm, { ...form, placeholders });
  await using world = copied.aWorld({ builtPage: () => Promise.resolve(page) });
  const sent = { ...fields, industry: 'masonry' };
  const wrong = await submitContact(postForm({ ...sent, email: 'no' }), world.deps);
  expect(await wrong.text()).toContain('<option value="masonry" selected>');
  await submitContact(postForm(sent), world.deps);
  const { records } = await world.store.page({ filter: { industry: 'masonry' }, limit: 10 });
  const month = records[0]?.created_at.slice(0, 7) ?? '';
  const { by, rows } = copied.reportOf(copied.countMonth(month, records), 'industry', []);
  expect(rows.map((it) => [copied.nameOf(by, it), it.leads])).toEqual([['Masonry / Brickwork', 1]]);
  const quoted = { quoted_industry: 'masonry', quoted_price: 55 };
  expect(copied.originOf(quoted)).toBe('Was quoted $55 for Masonry / Brickwork');
});
