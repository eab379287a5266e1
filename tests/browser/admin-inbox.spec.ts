/** The inbox at work, with the real accounts, functions and store. */
import { readFile } from 'node:fs/promises';
import { toast } from '../support/contact-form.ts';
import {
  expect,
  openButton,
  panelOf,
  resendButton,
  rowOf,
  rowsOf,
  search,
  test,
  viewOf,
} from '../support/inbox-site.ts';

const ids = (records: { id: string }[]) => records.map(({ id }) => id);
const failed = () => ({
  delivery: { state: 'failed' as const, at: new Date().toISOString() },
  attempts: [],
});

test('shows each lead in the owner’s columns, the newest first', async ({ page, enter, seed }) => {
  const { word, records } = await seed(3, (index) => ({
    message: index === 0 ? 'A long message. '.repeat(40).trim() : null,
    consent_marketing: true,
    industry: 'hvac',
  }));
  await enter(viewOf(word));
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Name',
    'Email',
    'Phone',
    'Company',
    'Industry',
    'Message',
    'Marketing',
    'Delivery',
    'Actions',
  ]);
  await expect(rowsOf(page)).toHaveCount(3);
  const shown = await rowsOf(page).evaluateAll((rows) => rows.map((it) => it.dataset['id']));
  expect(shown).toEqual(ids(records));
  const [first] = records;
  const row = rowsOf(page).first();
  await expect(row).toContainText(first?.name ?? '?');
  await expect(row.getByRole('link')).toHaveText([first?.email ?? '?', first?.phone ?? '?']);
  await expect(row.getByText('HVAC / Plumbing')).toBeVisible();
  await expect(row.getByText('Yes')).toBeVisible();
  await expect(row.locator('time')).toHaveAttribute('title', /\d{4}.*:\d\d:\d\d/);
  await expect(page.getByText('End of the list: 3 submissions')).toBeVisible();
});

test('a resend that the webhook takes is said and shown', async ({ page, enter, seed, site }) => {
  const { word, records } = await seed(1, failed);
  const [record] = records;
  const id = record?.id ?? '';
  await enter(viewOf(word));
  await expect(rowOf(page, id)).toContainText('Failed');
  const release = site.webhook.hold();
  await resendButton(page, id).click();
  await expect(resendButton(page, id)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await expect(rowOf(page, id)).toContainText('Delivered');
  expect(site.webhook.of(id)).toHaveLength(1);
});

test('a resend fails while the webhook is down, says why, and succeeds when it is up', async ({
  page,
  enter,
  seed,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/resend-to-webhook');
  const { word, records } = await seed(1, failed);
  const id = records[0]?.id ?? '';
  await enter(viewOf(word));
  await openButton(page, id).click();
  const panel = panelOf(page);
  site.webhook.forId(id, { status: 500, body: 'asleep' });
  await panel.getByRole('button', { name: 'Resend' }).click();
  await expect(toast(page, 'The webhook answered with status 500.')).toBeVisible();
  await expect(panel).toContainText('Answer 500');
  await expect(panel).toContainText('resent by admin@example.com');
  site.webhook.forId(id, { status: 200 });
  await panel.getByRole('button', { name: 'Resend' }).click();
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await expect(panel).toContainText('Answer 200');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
});

test('everything that failed is sent again at once, and counted', async ({
  page,
  enter,
  seed,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/resend-to-webhook');
  // More than a page of them, and one that the webhook won't have.
  const { word, records } = await seed(66, (index) => (index % 5 ? failed() : {}));
  const wanted = records.filter(({ delivery }) => delivery.state === 'failed');
  const unwanted = wanted.at(-1)?.id ?? '';
  site.webhook.forId(unwanted, { status: 422 });
  await enter(viewOf(word));
  await page.getByRole('button', { name: 'Resend failed in view' }).click();
  await expect(page.getByText(`Send ${wanted.length} failed submissions again?`)).toBeVisible();
  await page.getByRole('button', { name: 'Send all' }).click();
  await expect(page.getByText(`${wanted.length - 1} sent, 1 failed`)).toBeVisible();
  for (const { id } of wanted) expect(site.webhook.of(id)).toHaveLength(1);
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, unwanted)).toBeVisible();
});

test('searches by name, e-mail, company and phone, and keeps the search in the address', async ({
  page,
  enter,
  seed,
}) => {
  const { word, records } = await seed(4, (index) => ({
    name: index === 2 ? 'Peña Ibáñez' : 'Jo Ng',
    email: `${index === 1 ? 'unlike' : 'alike'}-${index}@example.com`,
    phone: `(281) 555-01${index}7`,
  }));
  await enter(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(4);
  for (const [words, index] of [
    ['pena', 2],
    ['unlike', 1],
    ['281-555-0137', 3],
  ] as const) {
    await search(page).fill(`${word} ${words}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowOf(page, records[index]?.id ?? '')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`q=${word}\\+`));
  }
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(search(page)).toHaveValue(`${word} 281-555-0137`);
  await search(page).fill(`${word} nobody-has-this`);
  await expect(page.getByText('No submission matches')).toBeVisible();
});

test('filters by industry and delivery, and goes back by the browser’s own button', async ({
  page,
  enter,
  seed,
}) => {
  const { word } = await seed(6, (index) => ({
    industry: index % 2 ? 'roofing' : 'pool',
    ...(index > 3 && failed()),
  }));
  await enter(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(6);
  await page.getByRole('combobox', { name: 'Industry' }).selectOption('Roofing / Gutters');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(viewOf(word, '&industry=roofing&delivery=failed'));
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Delivery' })).toHaveValue('');
});

test('loads more than 500 rows by and by, and the view stays where it is', async ({
  page,
  enter,
  seed,
}) => {
  const { word, records } = await seed(520);
  await enter(viewOf(word));
  const more = page.getByRole('button', { name: 'Load more' });
  await more.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await more.click();
  await expect(page.getByRole('status').getByText('250 shown')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await more.click();
  await expect(page.getByRole('status').getByText('450 shown')).toBeVisible();
  await more.click();
  await expect(page.getByText('End of the list: 520 submissions')).toBeVisible();
  await openButton(page, await firstInView()).focus();
  await page.keyboard.press('End');
  await expect(openButton(page, records.at(-1)?.id ?? '')).toBeFocused();
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '521');
  expect(await rowsOf(page).count()).toBeLessThan(60);

  async function firstInView(): Promise<string> {
    return page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('tr[data-id]')];
      return rows.find((it) => it.getBoundingClientRect().top > 200)?.dataset['id'] ?? '';
    });
  }
});

test('a new lead appears by itself, and never under a pointer', async ({
  page,
  enter,
  seed,
  site,
}) => {
  const { word, records } = await seed(3);
  await page.clock.install();
  await enter(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(3);
  const add = async () => {
    const created_at = new Date().toISOString();
    const record = { ...records[0], id: crypto.randomUUID(), created_at };
    await site.store.create(record as (typeof records)[0]);
    return record.id;
  };

  const first = await add();
  await page.clock.runFor(20_000);
  await expect(rowsOf(page).first()).toHaveAttribute('data-id', first);

  await rowsOf(page).nth(1).hover();
  const second = await add();
  await page.clock.runFor(20_000);
  await expect(page.getByRole('button', { name: '1 new submission' })).toBeVisible();
  await expect(rowsOf(page).first()).toHaveAttribute('data-id', first);
  await page.getByRole('button', { name: '1 new submission' }).click();
  await expect(rowsOf(page).first()).toHaveAttribute('data-id', second);
  await expect(openButton(page, second)).toBeFocused();
});

test('exports all rows of the view, however many are loaded', async ({ page, enter, seed }) => {
  const { word, records } = await seed(230, (index) => ({
    message: index === 1 ? '=1+1 "quoted",\nand on' : null,
  }));
  await enter(viewOf(word));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^leadwright-submissions-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  const found = records.filter(({ id }) => csv.includes(`${id},`));
  expect(csv).toMatch(/^\uFEFF?id,created_at,name,email,phone,company,industry,message,/);
  expect(found).toHaveLength(230);
  expect(csv).not.toMatch(/,"?=1\+1/);
  await expect(toast(page, /^Saved leadwright/)).toBeVisible();
});

test('shows a submission whole: its message, its consent in the very words, its deliveries', async ({
  page,
  context,
  enter,
  seed,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const message = `First line\n${'and on '.repeat(100)}end`;
  const { word, records } = await seed(2, () => ({ message }));
  const [one, two] = ids(records);
  await enter(viewOf(word));
  await openButton(page, one ?? '').click();
  const panel = panelOf(page);
  await expect(panel).toContainText(message);
  await expect(panel).toContainText('Reply STOP to opt out or HELP for help.');
  await expect(panel).toContainText('matches these words');
  await expect(panel).toContainText('https://leadwright.example/contact');
  await expect(panel).toContainText('Answer 204');
  await expect(panel.getByRole('link', { name: records[0]?.phone ?? '?' })).toHaveAttribute(
    'href',
    /^tel:713555/,
  );
  await panel.getByRole('button', { name: 'Copy as text' }).click();
  await expect(panel.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(message);
  await panel.getByRole('button', { name: 'Next' }).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(openButton(page, two ?? '')).toBeFocused();
});

test('is worked by keyboard alone', async ({ page, enter, seed }) => {
  const { word, records } = await seed(12, failed);
  await enter(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(12);
  const open = (index: number) => openButton(page, records[index]?.id ?? '');
  await page.keyboard.press('j');
  await expect(open(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(open(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(open(2)).toBeFocused();
  await page.keyboard.press('r');
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(
    rowOf(page, records[2]?.id ?? '')
      .getByRole('link')
      .first(),
  ).toBeFocused();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(`${word} j`);
  await expect(search(page)).toHaveValue(`${word} j`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});
