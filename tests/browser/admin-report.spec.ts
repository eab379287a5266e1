import type { Delivery } from '../../src/shared/submission.ts';
import { axeFaults, setTextSize, sidewaysScroll } from '../support/pages/looks.ts';
import { expect, test } from '../support/pages/inbox-site.ts';
import { savedBy } from '../support/pages/reading.ts';
import { chooseTool } from '../support/pages/menus.ts';

const held: Delivery = { state: 'held', reasons: ['honeypot'] };

test('the report shows the totals, the days and the campaigns of a month, and links to the other months', async ({
  page,
  complaints,
  site,
}) => {
  await site.seed(9, (i) => ({
    created_at: `2024-02-0${i + 1}T16:00:00.000Z`,
    industry: i < 6 ? 'roofing' : 'tree-service',
    source: i < 6 ? 'contact_page' : 'contact_form',
    answered: i < 3 ? { at: `2024-02-0${i + 1}T16:04:00.000Z`, by: 'Ada' } : null,
    attempts: i < 8 ? [{ at: '2024-02-01T16:00:00.000Z', ms: 5, status: 200 }] : [],
    ...(i === 8 && { delivery: held }),
    ...(i < 2 && { attribution: { utm_source: 'google', utm_campaign: 'spring-roofing' } }),
    ...(i === 2 && { attribution: { utm_campaign: 'x'.repeat(200) } }),
  }));
  await page.setViewportSize({ width: 360, height: 640 });
  await site.enter(page);
  await test.step('the menu opens the current month, and so does a future month', async () => {
    await chooseTool(page, 'Report', 'link');
    const present = page.getByRole('heading', { name: /, so far$/ });
    await expect(present).toBeVisible();
    await page.goto('/admin/report?month=2999-01');
    await expect(present).toBeVisible();
    await expect(page.locator('a[rel=next]')).toHaveCount(0);
  });

  await test.step('a report that fails to load says so, and can be loaded again', async () => {
    complaints.excuseFailing('/api/report?month=2000-01&by=campaign');
    await page.route(
      '**/api/report?*',
      (route) => route.fulfill({ status: 400, json: { error: 'No.' } }),
      { times: 1 },
    );
    await page.goto('/admin/report?month=2000-01');
    await expect(page.getByText('Error loading the report')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('a[rel=next]')).toBeVisible();
    await expect(page.locator('a[rel=prev]')).toHaveCount(0);
  });

  await page.goto('/admin/report?month=2024-02');
  const totals = page.getByRole('region', { name: 'In total' });
  await test.step('the page has the totals, the campaigns and the days', async () => {
    await expect(totals).toContainText('Leads received8');
    await expect(totals).toContainText('Delivered at the first try8 of 8');
    await expect(totals).toContainText('Answered within 5 minutes3 of 8');
    await expect(totals).toContainText('Held as spam, not counted above1');
    const table = page.getByRole('table', { name: 'Leads by campaign' });
    for (const name of ['google / spring-roofing 2 2 of 2', 'All others 5 0 of 5'])
      await expect(table.getByRole('row', { name })).toBeVisible();
    const days = page.getByRole('list', { name: 'Leads by day' }).getByRole('listitem');
    await expect(days).toHaveCount(29);
    await expect(days.filter({ hasText: 'February 8: 1' })).toBeVisible();
    await expect(days.filter({ hasText: 'February 9: 0' })).toBeVisible();
  });

  await test.step('the page is accessible, and fits a phone with text at 200 %', async () => {
    await expect(page.getByRole('main')).toMatchAriaSnapshot({ name: 'report.aria.yml' });
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    await setTextSize(page, '200%');
    expect(await sidewaysScroll(page), 'with text at 200 %').toEqual([]);
    await setTextSize(page, '100%');
  });

  await test.step('a link opens the month before, and Back returns', async () => {
    await page.getByRole('link', { name: 'January 2024' }).click();
    await expect(page.getByText('No leads came in January 2024.')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?month=2024-01&by=campaign');
    expect(await axeFaults(page)).toEqual([]);
    await page.goBack();
    await expect(totals).toContainText('Leads received8');
  });

  await test.step('the printed report has no links', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('link', { name: 'January 2024' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Back to the inbox' })).toBeHidden();
    await expect(totals).toBeVisible();
  });
});

test('one table shows a month by campaign, industry, source or answer, and its address keeps the choice', async ({
  page,
  site,
  complaints,
}) => {
  await site.seed(3, (i) => ({
    created_at: '2024-03-05T16:00:00.000Z',
    industry: i === 0 ? 'tree-service' : 'roofing',
    source: i === 0 ? 'contact_form' : 'contact_page',
    answered: i === 0 ? { at: '2024-03-05T16:04:00.000Z', by: 'Ada' } : null,
  }));
  await site.enter(page, '/admin/report?month=2024-03');
  const totals = page.getByRole('region', { name: 'In total' });
  await expect(totals).toContainText('Leads received3');
  const chosen = (name: string) => page.getByRole('radio', { name });
  const says = (words: string) =>
    expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  const row = (name: string) => page.getByRole('table').getByRole('row', { name });
  await says('Leads by campaign: 1 row');

  await test.step('arrow keys show the leads by industry, source and answer', async () => {
    await chosen('Campaign').focus();
    await page.keyboard.press('ArrowRight');
    await says('Leads by industry: 2 rows');
    await expect(chosen('Industry')).toBeFocused();
    await expect(row('Roofing / Gutters 2 0 of 2')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await says('Leads by source: 2 rows');
    await expect(row('Form on an industry page 1 1 of 1')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await says('Leads by how soon they were answered: 6 rows');
    await expect(row('Within 5 minutes 1 0 of 1')).toBeVisible();
    await expect(row('Later, or not yet 2 0 of 2')).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'Leads by how soon they were answered' }),
    ).toHaveCount(1);
    await expect(page.getByRole('columnheader', { name: 'In 5 minutes' })).toHaveCount(0);
    await expect(totals, 'another choice changes no total').toContainText('Leads received3');
  });

  await test.step('a reload and another month keep the choice', async () => {
    await page.reload();
    await expect(chosen('How soon answered')).toBeChecked();
    await page.getByRole('link', { name: 'February 2024' }).click();
    await expect(chosen('How soon answered')).toBeChecked();
    expect(new URL(page.url()).search).toBe('?month=2024-02&by=answered');
    await page.goBack();
    await says('Leads by how soon they were answered: 6 rows');
  });

  await test.step('a choice that fails to load leaves the table as it was', async () => {
    complaints.excuseFailing('/api/report?month=2024-03&by=source');
    await page.route(
      '**/api/report?*',
      (route) => route.fulfill({ status: 400, json: { error: 'No.' } }),
      { times: 1 },
    );
    await chosen('Source').click();
    await says('Error loading the report');
    await expect(chosen('How soon answered')).toBeChecked();
    await expect(row('Within 5 minutes')).toBeVisible();
    await chosen('Source').click();
    await says('Leads by source: 2 rows');
  });

  await test.step('the last choice counts, even if an earlier one loads later', async () => {
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/report?*by=industry', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await chosen('Industry').click();
    await says('Loading…');
    await chosen('Campaign').click();
    await says('Leads by campaign: 1 row');
    held.resolve(undefined);
    await page.waitForLoadState('networkidle');
    await says('Leads by campaign: 1 row');
  });

  await test.step('the file is named after the choice, and the printed page names it', async () => {
    const file = await savedBy(page, () =>
      page.getByRole('button', { name: 'Download CSV' }).click(),
    );
    expect(file.name).toBe('report-2024-03-by-campaign.csv');
    expect(await axeFaults(page)).toEqual([]);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('radio')).toHaveCount(0);
    await says('Leads by campaign: 1 row');
  });
});

test('a month with more leads than the report counts says so, on the page and in the file', async ({
  page,
  site,
}) => {
  await page.route('**/api/report?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), is_partial: true },
    });
  });
  await site.enter(page, '/admin/report?month=2024-04');
  const words = 'This month has more than 20,000 leads. Only 20,000 of them are counted here.';
  await expect(page.getByText(words)).toBeVisible();
  const file = await savedBy(page, () =>
    page.getByRole('button', { name: 'Download CSV' }).click(),
  );
  expect(file.text).toContain(words);
});
