import type { BrowserContext } from 'playwright/test';
import { api } from '../../src/shared/api.ts';
import { monthAt, monthsAfter } from '../../src/shared/report-schema.ts';
import { readCsv } from '../support/builders/csv-reader.ts';
import { ContactForm, letAMinutePass, toast } from '../support/pages/contact-form.ts';
import { expect, panelOf, rowsOf, test, viewOf, type Page } from '../support/pages/inbox-site.ts';
import { chooseTool, chooseToolByKey, menuButton } from '../support/pages/menus.ts';
import { savedBy } from '../support/pages/reading.ts';
import { holdBack } from '../support/pages/scripts.ts';
import { looksRight } from '../support/pages/looks.ts';

const ad =
  '/tree-service?utm_source=google&utm_medium=cpc&utm_campaign=spring-roofing&gclid=EAIaIQob';

async function sendForm(form: ContactForm, Company: string): Promise<void> {
  await form.fillIn({ Company });
  await form.sendAndBeThanked();
}

async function comeAndSend(context: BrowserContext, address: string, company: string) {
  await letAMinutePass(context);
  const page = await context.newPage();
  for (const path of [ad, '/pricing']) await page.goto(address + path);
  await page.getByLabel('Select Your Industry').selectOption('tree-service');
  await page.locator('[aria-live=polite]').getByRole('link').click();
  await page.waitForURL('**/contact');
  const form = new ContactForm(page);
  await form.touch();
  await sendForm(form, company);
}

test('an admin sees which advertisement brought a lead, except under privacy signals or without script, and can prove its consent', async ({
  page,
  browser,
  browserName,
  site,
}) => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  await using usual = await browser.newContext();
  await comeAndSend(usual, site.address, `${word} usual`);

  await using asking = await browser.newContext();
  await asking.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await comeAndSend(asking, site.address, `${word} private`);

  await using plain = await browser.newContext({ javaScriptEnabled: false });
  const read = await plain.newPage();
  await read.goto(`${site.address}/contact?utm_source=google`);
  await sendForm(new ContactForm(read), `${word} plain`);

  await test.step('the panel shows the origin and the form of each lead', async () => {
    await site.enter(page, viewOf(word));
    await expect(rowsOf(page)).toHaveCount(3);
    const originOf = async (company: string) => {
      await rowsOf(page).filter({ hasText: company }).locator('[data-open]').click();
      await expect(panelOf(page).getByText(company, { exact: true })).toBeVisible();
      return panelOf(page).locator('div:has(> dt:text-is("Origin")) dd');
    };
    await expect(await originOf(`${word} plain`)).toHaveText('Not known');
    const sentBy = panelOf(page).locator('div:has(> dt:text-is("Form")) dd');
    await expect(sentBy).toHaveText('Sent without JavaScript');
    await expect(await originOf(`${word} private`)).toHaveText(
      'First seen on /tree-service, was quoted $50 for Tree Service',
    );
    await expect(await originOf(`${word} usual`)).toHaveText(
      'Google ad, spring-roofing, first seen on /tree-service, was quoted $50 for Tree Service Show this campaign',
    );

    await expect(sentBy).toHaveText('Sent by the page’s script');
  });

  await test.step('the certificate is saved and logged once, and prints on one sheet', async () => {
    let certified = 0;
    page.on('request', (request) => {
      if (request.url().includes(api.consentCertificate)) certified += 1;
    });
    const release = await holdBack(page, `**${api.consentCertificate}*`);
    const save = panelOf(page).getByRole('button', { name: 'Save certificate' });
    const { text: certificate } = await savedBy(page, async () => {
      await save.dblclick();
      release();
    });
    await expect(toast(page, /^Saved consent-/)).toBeVisible();
    expect(certified, 'certificates, each of which is in the audit log').toBe(1);
    const printed = await usual.newPage();
    await printed.setContent(certificate);
    await expect(printed.getByRole('heading', { level: 1 })).toHaveText('Certificate of consent');
    // Playwright can't print in the others.
    if (browserName === 'chromium') {
      const pdf = (await printed.pdf({ format: 'Letter' })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g), 'sheets').toHaveLength(1);
    }
  });

  await test.step('the list and the export of a campaign have only its lead', async () => {
    await panelOf(page).getByRole('link', { name: 'Show this campaign' }).click();
    await expect(page).toHaveURL('/admin?campaign=spring-roofing');
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: 'Campaign' })).toHaveValue('spring-roofing');
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    const { text: csv } = await savedBy(page, () => chooseTool(page, 'Export CSV'));
    const [head = [], row = [], ...rest] = readCsv(csv);
    expect(rest).toEqual([]);
    expect(row.slice(head.indexOf('utm_source'), head.indexOf('phone_e164') + 1)).toEqual([
      'google',
      'cpc',
      'spring-roofing',
      '',
      '',
      'gclid:EAIaIQob',
      '/tree-service',
      '',
      'tree-service',
      '50',
      // A spreadsheet would read the plus as a formula.
      "'+17135550199",
    ]);
  });

  await test.step('an unknown campaign has no leads', async () => {
    const field = page.getByRole('textbox', { name: 'Campaign' });
    await field.fill('no-such-campaign');
    await field.press('Enter');
    await expect(page.getByText('No submission matches')).toBeVisible();
  });
});

const name = 'Export for Google Ads or Microsoft';
const dialog = (page: Page) => page.getByRole('dialog', { name });
const statusOf = (page: Page) => dialog(page).getByRole('status');
const go = (page: Page) => dialog(page).getByRole('button', { name: 'Save the file' });

/** No other test wins leads in this month. */
const month = monthsAfter(monthAt(Date.now()), -7);

test('won leads are saved for an ad network once, and again with the box ticked', async ({
  page,
  site,
}) => {
  const outcome = { state: 'won', at: `${month}-15T12:00:00.000Z`, by: 'Ada' } as const;
  const gclid = `id-${crypto.randomUUID()}`;
  await site.seed(3, (i) => ({
    outcome,
    gpc: i === 2,
    ...(i === 0 && { attribution: { gclid } }),
  }));
  await site.enter(page);
  await chooseToolByKey(page, name);
  await dialog(page).getByRole('combobox', { name: 'Won in' }).selectOption(month);
  const file = await savedBy(page, () => go(page).click());
  expect(file.name).toBe(`google-ads-${month}.csv`);
  const lines = file.text.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join()).toContain(`${gclid},Website lead won,${month}-15T12:00:00+0000`);
  await expect(statusOf(page)).toContainText(`2 leads are in google-ads-${month}.csv.`);
  await expect(statusOf(page)).toContainText('1 left out: 1 whose browser asked not to share.');
  await expect(statusOf(page)).toContainText('Tools, Data manager');
  await looksRight(page, 'a saved file', [320, 360, 1280]);

  await go(page).press('Enter');
  await expect(statusOf(page)).toContainText('There is no lead to take, so no file was saved.');
  await expect(statusOf(page)).toContainText('3 left out: 2 taken before, 1 whose browser');
  await page.route('**/api/ads-export*', (cut) => cut.fulfill({ body: 'Google Cl' }));
  await go(page).click();
  await expect(statusOf(page)).toContainText('The file could not be fetched.');
  await page.unroute('**/api/ads-export*');
  await dialog(page).getByRole('checkbox', { name: 'Also leads of earlier files' }).check();
  await go(page).click();
  await expect(statusOf(page)).toContainText(`2 leads are in google-ads-${month}.csv.`);

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
});
