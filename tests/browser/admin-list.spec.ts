import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  failed,
  rowOf,
  rowsOf,
  search,
  test,
  viewOf,
} from '../support/pages/inbox-site.ts';
import { savedBy } from '../support/pages/reading.ts';
import { chooseTool, moreButton } from '../support/pages/menus.ts';

test('the list shows each lead, newest first, can be searched and filtered, and keeps that in the address', async ({
  page,
  site,
}) => {
  const { word, ids } = await site.enterSeeded(page, 6, (index) => ({
    name: index === 2 ? 'Peña Ibáñez' : 'Jo Ng',
    email: `${index === 1 ? 'unlike' : 'alike'}-${index}@example.com`,
    phone: `(281) 555-01${index}7`,
    message: index === 0 ? 'A long message. '.repeat(40).trim() : null,
    industry: index % 2 ? 'roofing' : 'hvac',
    ...(index > 3 && failed()),
  }));
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Name',
    'Email',
    'Phone',
    'Company',
    'Industry',
    'Message',
    'Marketing',
    'Actions',
  ]);
  const shown = await rowsOf(page).evaluateAll((rows) => rows.map((it) => it.dataset['id']));
  expect(shown).toEqual(ids);
  const row = rowsOf(page).first();
  await expect(row).toContainText('Jo Ng');
  await expect(row.getByRole('link')).toHaveText(['alike-0@example.com', '(281) 555-0107']);
  await expect(row.getByText('HVAC / Plumbing')).toBeVisible();
  await expect(row.getByText('Yes')).toBeVisible();
  await expect(row.locator('time')).toHaveAttribute('title', /\d{4}.*:\d\d:\d\d/);
  await expect(page.getByText('End of the list: 6 submissions')).toBeVisible();

  await page.getByRole('combobox', { name: 'Industry' }).selectOption('Roofing / Gutters');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(viewOf(word, '?industry=roofing&delivery=failed'));
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Delivery' })).toHaveValue('Any delivery');
  await page.goBack();

  for (const [words, index] of [
    ['pena', 2],
    ['unlike', 1],
    ['281-555-0137', 3],
  ] as const) {
    await search(page).fill(`${word} ${words}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowOf(page, ids[index] ?? '')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`#q=${word}\\+`));
  }
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(search(page)).toHaveValue(`${word} 281-555-0137`);
});

test('the list loads more rows in steps without moving, and an export has all of them', async ({
  page,
  site,
}) => {
  const { records } = await site.enterSeeded(page, 270, (index) => ({
    message: index === 1 ? '=1+1 "quoted",\nand on' : null,
  }));
  const { name, text: csv } = await savedBy(page, () => chooseTool(page, 'Export CSV'));
  expect(name).toMatch(/^submissions-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv).toMatch(/^\uFEFF?id,created_at,name,email,phone,company,industry,message,/);
  expect(records.filter(({ id }) => !csv.includes(`${id},`))).toEqual([]);
  expect(csv).not.toMatch(/,"?=1\+1/);
  await expect(toast(page, /^Saved submissions-/)).toBeVisible();

  const more = await moreButton(page);
  const [last] = await rowsOf(page).evaluateAll((all) =>
    all.slice(-2).map((it) => it.dataset['id']),
  );
  const placeOfLast = async () => (await rowOf(page, last ?? '').boundingBox())?.y;
  const place = await placeOfLast();
  await more.click();
  await expect(page.getByRole('status').getByText('250 shown')).toBeVisible();
  expect(await placeOfLast()).toBe(place);
  await (await moreButton(page)).click();
  await expect(page.getByText('End of the list: 270 submissions')).toBeVisible();
  await expect(rowsOf(page).last()).toHaveAttribute('data-id', records.at(-1)?.id ?? '');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '271');
});

test('the search text is never in the address or referrer of a request, even from an older bookmark', async ({
  page,
  site,
}) => {
  const { word, records } = await site.seed(60, (index) => ({
    industry: index < 55 ? 'hvac' : 'legal',
  }));
  await site.enter(page, '/admin?industry=hvac');
  const sent: Promise<string>[] = [];
  page.on('request', (request) => {
    sent.push(
      request.allHeaders().then(({ referer }) => `${request.url()} from ${referer ?? 'nowhere'}`),
    );
  });
  await search(page).fill(word);
  await expect(rowsOf(page)).toHaveCount(50);
  await expect(page).toHaveURL(viewOf(word, '?industry=hvac'));
  await (await moreButton(page)).click();
  await expect(rowsOf(page)).toHaveCount(55);
  const { text: csv } = await savedBy(page, () => chooseTool(page, 'Export CSV'));
  expect(records.map(({ id }) => csv.includes(`${id},`))).toEqual(records.map((_, i) => i < 55));

  await page.reload();
  await expect(search(page)).toHaveValue(word);
  await expect(rowsOf(page)).toHaveCount(50);
  await page
    .getByRole('combobox', { name: 'Industry' })
    .selectOption('Legal / Disability / Insurance');
  await expect(rowsOf(page)).toHaveCount(5);
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(50);
  await page.goForward();
  await expect(rowsOf(page)).toHaveCount(5);
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page).toHaveURL(viewOf(word, '?industry=legal'));
  await expect(rowsOf(page)).toHaveCount(5);
  expect((await Promise.all(sent)).filter((it) => it.includes(word))).toEqual([]);

  await page.goto(`/admin?q=${word}&industry=legal`);
  await expect(page).toHaveURL(viewOf(word, '?industry=legal'));
  await expect(rowsOf(page)).toHaveCount(5);
  const told = (await Promise.all(sent)).filter((it) => it.includes(word));
  expect(told.filter((it) => it.includes('/api/'))).toEqual([]);
});
