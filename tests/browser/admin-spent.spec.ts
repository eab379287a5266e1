import type { Outcome } from '../../src/shared/follow-up-schema.ts';
import { readCsv } from '../support/builders/csv-reader.ts';
import { axeFaults, sidewaysScroll } from '../support/pages/looks.ts';
import { savedBy } from '../support/pages/reading.ts';
import { expect, test, type Page } from '../support/pages/inbox-site.ts';

const month = '2024-05';
const at = `${month}-20T16:00:00.000Z`;
const by = 'Ada';
const answeredAfter = (created_at: string, minutes: number) => ({
  at: new Date(Date.parse(created_at) + minutes * 60_000).toISOString(),
  by,
});

/** 24 leads of one campaign (6 won, 3 lost, 1 no lead), and 3 of others. */
const campaignLeads = (i: number) => {
  // A Monday during business hours.
  const created_at = `${month}-06T16:${String(i).padStart(2, '0')}:00.000Z`;
  const outcome: Outcome | null =
    i < 6
      ? { state: 'won', amount: 1000, at, by }
      : i < 9
        ? { state: 'lost', reason: i < 8 ? 'price' : 'area', words: 'Not shown', at, by }
        : i === 9
          ? { state: 'not-a-lead', reason: 'spam', at, by }
          : null;
  return {
    created_at,
    source: 'contact_page',
    industry: 'roofing',
    answered: i < 22 ? answeredAfter(created_at, 2) : null,
    outcome,
    ...(i < 24 && { attribution: { utm_source: '=google', utm_campaign: 'spring' } }),
  };
};

const campaign = '=google / spring';
const spentOn = (page: Page, on = campaign) =>
  page.getByRole('textbox', { name: `Spent on ${on}, in dollars` });

test('the report shows the outcomes of leads and the cost of a customer, on the page and as a file', async ({
  page,
  site,
}) => {
  await site.seed(27, campaignLeads);
  await page.setViewportSize({ width: 360, height: 640 });
  await site.enter(page, `/admin/report?month=${month}`);
  const totals = page.getByRole('region', { name: 'In total' });
  await test.step('the totals count each outcome', async () => {
    for (const line of [
      'Leads received26',
      'Won6 (23%)',
      'Lost: Price\u00a02, Outside\u00a0the\u00a0area\u00a013 (12%)',
      'Open17',
      'Amount$6,000',
      'Not leads after all, not counted above1',
    ]) {
      await expect(totals).toContainText(line);
    }
  });
  const row = page.getByRole('row', { name: campaign });
  await expect(row).toContainText('2321 (91%)6 (26%)');
  await expect(page.getByRole('row', { name: 'All others' })).toContainText('30 of 30 of 3');
  await test.step('a typed cost is saved, and gives the cost of a customer', async () => {
    const spent = spentOn(page);
    await spent.fill('$1,200.50');
    await spent.press('Enter');
    await expect(row).toContainText('Saved');
    await expect(row.getByRole('cell').nth(-2)).toHaveText('$52.20');
    await expect(row.getByRole('cell').last()).toHaveText('$200$1,200.50 for 6');
    await expect(totals).toContainText('Cost per customer (all customers)$200 ($1,200.50 for 6)');
  });
  const another = page.getByRole('textbox', { name: 'Another campaign', exact: true });
  await test.step('another campaign can be added with its cost', async () => {
    await another.fill('yelp');
    await another.press('Enter');
    await expect(spentOn(page, 'yelp')).toBeFocused();
    await page.keyboard.type('300');
    await another.focus();
    const yelp = page.getByRole('row', { name: 'yelp' });
    await expect(yelp.getByRole('cell').last()).toHaveText('–$300 for none');
    await expect(another).toHaveValue('');
  });

  const box = page.getByRole('group', { name: 'Leads by campaign' });
  await test.step('on a phone, only the table scrolls sideways, and the keyboard can scroll it', async () => {
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
  });

  await test.step('the file has the same figures', async () => {
    const file = await savedBy(page, () =>
      page.getByRole('button', { name: 'Download CSV' }).click(),
    );
    expect(file.name).toBe(`report-${month}-by-campaign.csv`);
    const [head, ...lines] = readCsv(file.text);
    const line = lines.find(([, name]) => name?.includes('spring'));
    expect(Object.fromEntries((head ?? []).map((name, i) => [name, line?.[i]]))).toEqual({
      Part: 'Source and campaign',
      Name: `'${campaign}`,
      Leads: '23',
      'In 5 minutes': '21',
      Won: '6',
      Lost: '3',
      Open: '14',
      Amount: '6000',
      'Not a lead': '1',
      'Lost because': 'Price\u00a02, Outside\u00a0the\u00a0area\u00a01',
      Spent: '1200.5',
      'Cost per lead': '52.2',
      'Cost per customer': '200.08',
    });
    expect(lines.filter(([part]) => part === 'Day')).toHaveLength(31);
  });

  await test.step('the printed report has no controls, and cuts no table', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(another).toBeHidden();
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden();
    await page.setViewportSize({ width: 643, height: 972 });
    expect(await sidewaysScroll(page), 'no table is cut on paper').toEqual([]);
    expect(await box.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });
  expect((await site.store.report(month, 'campaign')).rows).toMatchObject([
    { name: campaign, spent: 1200.5 },
    { name: 'yelp', spent: 300 },
    { name: null },
  ]);
});

test('an ad cost that cannot be saved stays in its field, and never replaces a number that the admin has not seen', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/spent');
  await site.store.changeSpent('2024-06', () => [{ campaign: 'zoo', dollars: 5 }]);
  await site.enter(page, '/admin/report?month=2024-06');
  const spent = spentOn(page, 'zoo');
  const row = page.getByRole('row', { name: 'zoo' });
  const stored = async () =>
    (await site.store.report('2024-06', 'campaign')).rows.find((it) => it.name === 'zoo')?.spent;
  await spent.fill('a lot');
  await spent.press('Enter');
  await expect(row).toContainText('Enter dollars from 0 to 10,000,000');
  await expect(spent).toHaveValue('a lot');
  expect(await axeFaults(page)).toEqual([]);

  await page.route('**/api/spent', (route) => route.abort());
  await spent.fill('10');
  await spent.blur();
  await expect(row).toContainText('This was not saved. Press Enter to try again.');
  await expect(spent).toHaveValue('10');
  await page.unroute('**/api/spent');

  await site.store.changeSpent('2024-06', () => [{ campaign: 'zoo', dollars: 7 }]);
  await spent.press('Enter');
  await expect(row).toContainText('Somebody else has entered $7 meanwhile.');
  await spent.blur();
  await expect(spent).toHaveValue('10');
  const another = page.getByRole('textbox', { name: 'Another campaign', exact: true });
  await another.fill(' zoo');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(spent, 'a campaign has one row and one field').toBeFocused();
  expect(await stored(), 'leaving the field replaces nothing').toBe(7);
  await spent.press('Enter');
  await expect(row).toContainText('Saved');
  expect(await stored()).toBe(10);
  await spent.fill('');
  await spent.press('Tab');
  await expect(row.getByRole('cell').last()).toHaveText('–');
  await expect.poll(stored).toBeUndefined();
});

test('a cost that cannot be saved keeps the campaign rows open until the admin switches again', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/spent');
  await site.store.changeSpent('2024-07', () => [{ campaign: 'zoo', dollars: 5 }]);
  await site.enter(page, '/admin/report?month=2024-07');
  const spent = spentOn(page, 'zoo');
  const chosen = (name: string) => page.getByRole('radio', { name });
  await page.route('**/api/spent', (route) => route.abort());
  await spent.fill('10');
  await chosen('Source').click();
  await expect(page.getByRole('status').filter({ hasText: 'A cost was not saved.' })).toBeVisible();
  await expect(chosen('Campaign')).toBeChecked();
  await expect(spent).toHaveValue('10');
  await chosen('Source').check();
  await expect(page.getByText('Leads by source: 0 rows')).toBeVisible();
  await page.unroute('**/api/spent');

  await chosen('Campaign').check();
  await spent.fill('12');
  await chosen('Source').check();
  await expect(page.getByText('Leads by source: 0 rows')).toBeVisible();
  await chosen('Campaign').check();
  await expect(spent, 'what was typed last is saved before other rows come').toHaveValue('12');
});
