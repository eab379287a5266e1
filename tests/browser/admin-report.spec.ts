import type { Delivery } from '../../src/shared/submission.ts';
import { axeFaults, setTextSize, sidewaysScroll } from '../support/pages/looks.ts';
import { expect, test } from '../support/pages/inbox-site.ts';
import { chooseTool } from '../support/pages/menus.ts';

const held: Delivery = { state: 'held', reasons: ['honeypot'] };

test('the report shows a month as charts with their numbers, and leads to the others', async ({
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
  await chooseTool(page, 'Report', 'link');
  const present = page.getByRole('heading', { name: /, so far$/ });
  await expect(present).toBeVisible();
  await page.goto('/admin/report?month=2999-01');
  await expect(present).toBeVisible();
  await expect(page.locator('a[rel=next]')).toHaveCount(0);

  await test.step('one that fails to load says so, and can be loaded again', async () => {
    complaints.excuseFailing('/api/report?month=2000-01');
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
  await expect(totals).toContainText('Leads received8');
  await expect(totals).toContainText('Delivered at the first try8 of 8');
  await expect(totals).toContainText('Answered within 5 minutes3 of 8');
  await expect(totals).toContainText('Held as spam, not counted above1');
  for (const name of [
    'Roofing / Gutters 6 3 of 6',
    'Form on an industry page 2 0 of 2',
    'google / spring-roofing 2 2 of 2',
    'All others 5 0 of 5',
    'Later, or not yet 5 0 of 5 0',
  ]) {
    await expect(page.getByRole('row', { name })).toBeVisible();
  }
  const days = page.getByRole('list', { name: 'Leads by day' }).getByRole('listitem');
  await expect(days).toHaveCount(29);
  await expect(days.filter({ hasText: 'February 8: 1' })).toBeVisible();
  await expect(days.filter({ hasText: 'February 9: 0' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toEqual([]);
  await setTextSize(page, '200%');
  expect(await sidewaysScroll(page), 'with text at 200 %').toEqual([]);
  await setTextSize(page, '100%');

  await page.getByRole('link', { name: 'January 2024' }).click();
  await expect(page.getByText('No leads came in January 2024.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?month=2024-01');
  expect(await axeFaults(page)).toEqual([]);
  await page.goBack();
  await expect(totals).toContainText('Leads received8');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'January 2024' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Back to the inbox' })).toBeHidden();
  await expect(totals).toBeVisible();
});
