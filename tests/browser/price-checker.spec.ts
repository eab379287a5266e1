import { axeFaults, enhancedContrast, sidewaysScroll } from '../support/pages/looks.ts';
import { cardsIn } from '../support/pages/feed.ts';
import { delayIsland } from '../support/pages/scripts.ts';
import { layoutShifts } from '../support/pages/layout-shift.ts';
import { leadPrices, priceOf } from '../support/builders/words.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

const select = (page: Page) => page.getByRole('combobox', { name: 'Select Your Industry' });
const result = (page: Page) => page.locator('astro-island [aria-live]');
const link = (page: Page) => result(page).getByRole('link', { name: 'Get My Leads Now' });
const choose = async (page: Page, label: string) => {
  await select(page).scrollIntoViewIfNeeded();
  await select(page).selectOption({ label });
};
const labels = (page: Page) => select(page).getByRole('option').allTextContents();
const note = "Spam/scam leads don't count — you only pay for real inquiries";

test('the price checker has the owner’s industries in the owner’s order, each with its price', async ({
  page,
}) => {
  await visit(page, '/pricing');
  const bill = page.locator('astro-island').filter({ has: select(page) });
  const blank = bill.getByText('Choose your industry to see what one lead costs.');
  await test.step('before a choice, it shows what is free, and no price', async () => {
    await expect(bill).toContainText('Monthly retainer$0');
    await expect(bill).not.toContainText(/\$[1-9]/);
    await expect(blank).toBeVisible();
    await expect(select(page)).toHaveValue('');
    // The price is announced politely, and only after a choice.
    await expect(result(page)).toHaveAttribute('aria-live', 'polite');
    await expect(result(page)).not.toContainText('$');
    // NVDA does not read text that is added to a hidden region.
    await expect(result(page)).toHaveCSS('visibility', 'visible');
    await expect(link(page)).toHaveCount(0);
  });
  await test.step('it links each industry’s price to the form', async () => {
    const [none, ...offered] = await labels(page);
    expect(none).toBe('Choose your niche...');
    expect(offered).toHaveLength(leadPrices.length + 1);
    for (const [index, [label, price]] of leadPrices.entries()) {
      expect(offered[index]).toMatch(label);
      await choose(page, offered[index] ?? '');
      await expect(result(page)).toContainText(new RegExp(`^\\$${price}\\b`));
      await expect(link(page)).toHaveAttribute('href', '/contact');
      await expect(result(page)).toContainText(note);
    }
    await expect(blank).toHaveCount(0);
  });
  await test.step('it offers a quote for any other trade', async () => {
    await choose(page, 'Other');
    await expect(result(page)).toContainText('Lead pricing starts at $40');
    await expect(result(page)).toContainText(
      "Let's talk about your niche and get you a custom quote.",
    );
    await expect(result(page)).not.toContainText('per qualified lead');
    await expect(link(page)).toHaveAttribute('href', '/contact');
  });
  await test.step('clearing the choice removes its price', async () => {
    await choose(page, 'Choose your niche...');
    await expect(link(page)).toHaveCount(0);
  });
  await expect(page.locator('.toasts'), 'a page without toasts has no place for them').toHaveCount(
    0,
  );
});

const customer = (page: Page) => page.getByRole('group').filter({ hasText: 'cost you?' });
const worth = (page: Page) => page.getByRole('textbox', { name: 'What is an average job worth' });
const won = (page: Page) => page.getByRole('textbox', { name: 'Of ten leads, how many' });
const line = (page: Page, text: string) => customer(page).locator('.line', { hasText: text });

test('after a choice, the visitor’s own numbers say what a customer would cost', async ({
  page,
}) => {
  await visit(page, '/pricing');
  const opener = page.getByText('What would a customer cost you?');
  await expect(opener).toHaveCount(0);
  await choose(page, 'Roofing / Gutters');
  await expect(opener).toBeVisible();
  await expect(worth(page)).toBeHidden();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const stored = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  let before = '';

  await test.step('with the keyboard alone', async () => {
    await link(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(worth(page)).toBeFocused();
    await page.keyboard.type('500');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
  });
  await expect(line(page, '$55 a lead, 3 of 10 won')).toContainText('$183 a customer');
  await expect(line(page, 'An average job')).toContainText('$500');
  await expect(line(page, 'Left of the job')).toContainText('$317');
  await expect(customer(page)).toContainText(
    'A first month of ten leads has paid for itself after 7 leads.',
  );
  await expect(customer(page).getByRole('status')).toHaveText(
    '$55 a lead, 3 of 10 won: $183 a customer. Left of the job: $317. A first month of ten leads has paid for itself after 7 leads.',
  );

  await test.step('the numbers stay when the trade changes', async () => {
    await choose(page, 'Legal / Disability / Insurance');
    await expect(line(page, '$85 a lead, 3 of 10 won')).toContainText('$283 a customer');
  });
  await test.step('another trade is calculated with the lowest price', async () => {
    await choose(page, 'Other');
    before = await stored();
    await expect(line(page, 'from $40 a lead')).toContainText('from $133 a customer');
    await expect(customer(page)).toContainText('Your quote may be higher.');
  });
  await test.step('a job worth less than its customer costs is called so', async () => {
    await worth(page).fill('120');
    await expect(line(page, 'Short on each job')).toContainText('from $13');
    await expect(customer(page)).toContainText('our leads don’t pay for you');
  });
  await test.step('a number that isn’t one gets a sentence and no answer', async () => {
    for (const [field, bad, says] of [
      [worth, 'a lot', 'Enter what a job is worth in dollars'],
      [won, '0', 'no customer pays for the leads'],
      [won, '11', 'a whole number from 1 to 10'],
    ] as const) {
      await worth(page).fill('500');
      await won(page).fill('3');
      await field(page).fill(bad);
      await expect(customer(page), 'half a number is not called wrong').not.toContainText(says);
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page)).toHaveAccessibleDescription(new RegExp(says));
      await expect(line(page, 'Left of the job')).toHaveText('Left of the job–');
    }
  });
  expect(requests, 'nothing is sent').toEqual([]);
  expect(await stored(), 'nothing is stored').toBe(before);
});

test('the answer moves nothing, is announced once, and has no accessibility violation', async ({
  page,
}) => {
  for (const [path, width] of [
    ['/', 320],
    ['/pricing', 360],
    ['/', 430],
    ['/', 768],
    ['/pricing', 900],
    ['/pricing', 1280],
  ] as const) {
    const where = `${path} at ${width} px`;
    await page.setViewportSize({ width, height: 800 });
    await visit(page, path);
    await choose(page, 'Roofing / Gutters');
    await page.getByText('What would a customer cost you?').click();
    const height = async () => (await customer(page).boundingBox())?.height;
    const before = await height();
    await customer(page)
      .getByRole('status')
      .evaluate((status) => {
        const heard: string[] = [];
        Object.assign(window, { heard });
        new MutationObserver(() => heard.push(status.textContent)).observe(status, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      });
    await won(page).fill('3');
    await worth(page).pressSequentially('12000');
    await expect(customer(page).getByRole('status')).toContainText('$11,817');
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard, where).toHaveLength(1);
    if (width >= 360) expect(await height(), where).toBe(before);
    await worth(page).fill('much');
    await won(page).fill('0');
    if (width >= 360) expect(await height(), where).toBe(before);
    expect(await sidewaysScroll(page), where).toEqual([]);
    if (width === 360) expect(await axeFaults(page, enhancedContrast), where).toEqual([]);
  }
});

test('no layout shift and no accessibility violation when an industry is chosen', async ({
  page,
}) => {
  for (const [path, width] of [
    ['/', 320],
    ['/pricing', 360],
    ['/pricing', 768],
    ['/', 1280],
  ] as const) {
    const where = `${path} at ${width} px`;
    await page.setViewportSize({ width, height: 800 });
    await visit(page, path);
    for (const label of ['Cleaning', 'Other', 'Legal / Disability / Insurance']) {
      await choose(page, label);
      await expect(link(page)).toBeVisible();
      expect(await sidewaysScroll(page), where).toEqual([]);
      if (width === 360) expect(await axeFaults(page, enhancedContrast), where).toEqual([]);
    }
    await select(page).selectOption('');
    await expect(link(page)).toHaveCount(0);
    expect(await layoutShifts(page), where).toEqual({ total: 0, moved: [] });
  }
});

test('the price checker answers and keeps a choice made before its script has loaded, and shows one restored from the page cache', async ({
  page,
}) => {
  const release = await delayIsland(page, 'PriceChecker');
  await visit(page, '/');
  const early = page.locator('p:has(#early-price)');
  await choose(page, 'Other');
  await expect(early).toContainText('$40+');
  await expect(page.getByText('Choose your industry to see')).toBeHidden();
  await choose(page, 'Choose your niche...');
  await expect(early).toBeHidden();
  await choose(page, 'HVAC / Plumbing');
  await expect(early).toContainText(priceOf('HVAC / Plumbing'));
  await expect(link(page)).toHaveCount(0);
  // The browser restores the choice without an event.
  await page.goto('/about');
  await page.goBack();
  await expect(early).toContainText(priceOf('HVAC / Plumbing'));
  release();
  await expect(result(page)).toContainText(priceOf('HVAC / Plumbing'));
  await expect(select(page)).toHaveValue('hvac');

  await page.evaluate(() => {
    sessionStorage.setItem('leadwright:industry', 'legal');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(result(page)).toContainText('$85');
  await expect(select(page)).toHaveValue('legal');
});

test('the chosen industry is preselected in the form and in every price checker, but not on an industry page', async ({
  page,
  form,
}) => {
  await visit(page, '/contact');
  await expect(form.industry.locator('option[value=tree-service]')).toHaveCount(0);
  await visit(page, '/');
  await choose(page, 'Tree Service');
  await link(page).click();
  await expect(page).toHaveURL('/contact');
  await test.step('it comes first in the form’s list if the list lacks it', async () => {
    await expect(form.industry).toHaveValue('tree-service');
    const values = await form.industry
      .locator('option:not([value=""])')
      .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
    expect(values.slice(0, 2)).toEqual(['tree-service', 'cleaning']);
    expect(new Set(values).size).toBe(values.length);
  });
  await visit(page, '/pricing');
  await expect(select(page)).toHaveValue('tree-service');
  await choose(page, 'Painting');
  await expect(result(page)).toContainText(priceOf('Painting'));
  await visit(page, '/contact');
  await expect(form.industry).toHaveValue('painting');
  await form.field('Name').fill('Dana Roe');
  // A stored draft shows that the form has been hydrated.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('leadwright:contact')))
    .toContain('Dana Roe');
  await visit(page, '/tree-service');
  await expect(form.field('Name')).toHaveValue('Dana Roe');
  await expect(form.industry).toHaveValue('tree-service');
  await test.step('it is forgotten after the visit, and damaged storage breaks nothing', async () => {
    await page.evaluate(() => sessionStorage.setItem('leadwright:industry', '{"no":"such trade"}'));
    await visit(page, '/pricing');
    await expect(link(page)).toHaveCount(0);
    await choose(page, 'Cleaning');
    await expect(result(page)).toContainText(/^\$40\b/);
    const other = await page.context().newPage();
    await other.goto('/pricing');
    await expect(select(other)).toHaveValue('');
    await other.close();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages have the whole price list and no dropdown, and the feed has all leads and no button', async ({
    page,
  }) => {
    for (const path of ['/', '/pricing']) {
      await visit(page, path);
      const table = page.getByRole('table', { name: 'Price of one qualified lead, by industry' });
      await expect(table).toBeVisible();
      for (const [label, price] of leadPrices)
        await expect(table.getByRole('row', { name: label })).toContainText(`$${price}`);
      await expect(select(page)).toBeHidden();
      await expect(page.getByText('What would a customer cost you?')).toHaveCount(0);
      await expect(cardsIn(page)).toHaveCount(path === '/' ? 3 : 0);
      await expect(page.getByRole('button', { name: /pause|play/i })).toHaveCount(0);
    }
  });
});
