import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  openButton,
  panelOf,
  soon,
  test,
  unanswered,
  undoButton,
  type InboxSite,
  type Page,
} from '../support/pages/inbox-site.ts';
import { looksRight } from '../support/pages/looks.ts';
import { holdBack } from '../support/pages/scripts.ts';

const outcomeOf = async ({ store }: InboxSite, id = '') => (await store.get(id))?.outcome ?? null;
const group = (page: Page, name: string) => panelOf(page).getByRole('group', { name });
const choice = (page: Page, name: string, of = 'Outcome') =>
  group(page, of).getByRole('button', { name, exact: true });
const isChosen = (page: Page, name: string) =>
  expect(choice(page, name)).toHaveAttribute('aria-pressed', 'true');
const amount = (page: Page) => panelOf(page).getByLabel('Amount in dollars');
const save = (page: Page) => panelOf(page).getByRole('button', { name: 'Save', exact: true });
const byMe = { by: 'admin@example.com' };

test('an outcome is noted by one key, with what it asks for, and taken back', async ({
  page,
  site,
}) => {
  const [id] = (await site.enterWaiting(page, 2)).ids;
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'talking', ...byMe });
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('z');
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });

  await test.step('won at once, with an amount that is read as people write it', async () => {
    await page.keyboard.press('w');
    await expect(amount(page)).toBeFocused();
    await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'won' });
    await page.keyboard.type('about four');
    await page.keyboard.press('Enter');
    await expect(panelOf(page).getByRole('alert')).toHaveText(/^Please write an amount from \$0/);
    await expect(amount(page)).toHaveValue('about four');
    await amount(page).fill('$4,200.5');
    const stored = page.waitForResponse(/\/api\/outcome/);
    await page.keyboard.press('Enter');
    await stored;
    await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'won', amount: 4200.5 });
    await expect(choice(page, 'Won')).toBeFocused();
    await expect(panelOf(page)).toContainText('$4,200.50. Noted by admin@example.com, today');
    await page.keyboard.press('z');
    await expect.poll(() => outcomeOf(site, id)).not.toHaveProperty('amount');
    // The server has it before the page knows.
    await expect(amount(page)).toHaveValue('');
  });

  await test.step('its amount is focused however late it appears, unless the keyboard has gone on', async () => {
    const close = panelOf(page).getByRole('button', { name: 'Close' });
    for (const goesOn of [true, false]) {
      const release = await holdBack(page, '**/api/outcome');
      await page.keyboard.press('o');
      // Nobody presses two keys before the page has painted the first.
      await expect(amount(page)).toBeHidden();
      // Before the next frame is painted.
      await close.evaluate((button, moves) => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true }));
        if (moves) button.focus();
      }, goesOn);
      await expect(amount(page)).toBeHidden();
      release();
      await expect(amount(page)).toBeVisible();
      await expect(goesOn ? close : amount(page)).toBeFocused();
    }
    await page.keyboard.press('Escape');
  });

  await test.step('lost only with a reason, and not if the question is left', async () => {
    await page.keyboard.press('l');
    await expect(choice(page, 'Never reached', 'Why was it lost?')).toBeFocused();
    await page.keyboard.press('Escape');
    await isChosen(page, 'Won');
    await page.keyboard.press('l');
    await expect(choice(page, 'Never reached', 'Why was it lost?')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(choice(page, 'Lost')).toBeFocused();
    await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'lost', reason: 'price' });
    await panelOf(page).getByLabel('In your words').fill('Too dear');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => outcomeOf(site, id))
      .toMatchObject({ state: 'lost', reason: 'price', words: 'Too dear' });
    await choice(page, 'Won').click();
    await expect(amount(page)).toHaveValue('');
  });

  await page.keyboard.press('x');
  await expect(choice(page, 'Spam', 'Why is it not a lead?')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => outcomeOf(site, id))
    .toMatchObject({ state: 'not-a-lead', reason: 'spam' });
  await page.keyboard.press('o');
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });
});

test('an outcome is noted by a tap, gives back the call that it ended, and is taken back after a reload', async ({
  page,
  site,
}) => {
  const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
  const call_back = { at: inAMonth, by: 'bob@example.com' };
  const { id } = await site.openSeeded(page, () => ({ ...unanswered(), call_back }));
  await choice(page, 'Lost').click();
  await looksRight(page, 'the reasons', [320, 360, 1280]);
  expect(await outcomeOf(site, id), 'nothing without a reason').toBeNull();
  await choice(page, 'Price', 'Why was it lost?').click();
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'lost', reason: 'price' });
  expect(await site.store.get(id)).toMatchObject({ call_back: null });
  await undoButton(page).click();
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });
  expect(await site.store.get(id)).toMatchObject({ call_back: { at: call_back.at } });

  await choice(page, 'Won').click();
  await amount(page).fill('4,200');
  await save(page).click();
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ amount: 4200 });
  await looksRight(page, 'a won lead', [320, 360, 1280]);
  await page.reload();
  await openButton(page, id).click();
  await isChosen(page, 'Won');
  await expect(amount(page)).toHaveValue('$4,200');
  await choice(page, 'Open').click();
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });
});

test('an outcome that no answer came to can be tried again, and what somebody else notes meanwhile is not overwritten', async ({
  page,
  complaints,
  site,
}) => {
  complaints.excuseFailing('/api/outcome');
  const { id } = await site.openSeeded(page);
  await page.route('**/api/outcome', (route) => route.abort(), { times: 1 });
  await choice(page, 'Talking').click();
  const failed = toast(page, 'The outcome could not be saved');
  await expect(failed).toBeVisible();
  await isChosen(page, 'Open');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await isChosen(page, 'Talking');
  await expect(undoButton(page)).toBeVisible();
  expect(await outcomeOf(site, id)).toMatchObject({ state: 'talking', ...byMe });

  const theirs = {
    state: 'won' as const,
    amount: 900,
    at: new Date().toISOString(),
    by: 'ada@example.com',
  };
  await site.store.change(id, (it) => ({ ...it, outcome: theirs }));
  const isTheirs = async () => {
    await expect(panelOf(page)).toContainText('$900. Noted by ada@example.com', { timeout: 500 });
    expect(await outcomeOf(site, id)).toEqual(theirs);
  };
  const conflict = toast(page, 'Something else has been noted meanwhile');
  await choice(page, 'Lost').click();
  await choice(page, 'Price', 'Why was it lost?').click();
  await conflict.getByRole('button', { name: 'Dismiss' }).click();
  await expect(isTheirs).toPass();
  await isChosen(page, 'Won');
  // An undo is about what it took the place of, even if the admin has seen something newer since.
  await page.keyboard.press('z');
  await conflict.getByRole('button', { name: 'Dismiss' }).click();
  await expect(isTheirs).toPass();
  await expect(amount(page)).toHaveValue('$900');
  await amount(page).fill('700');
  await site.store.change(id, (it) => ({ ...it, outcome: { ...theirs, amount: 1000 } }));
  await soon(page, () =>
    expect(panelOf(page)).toContainText('$1,000. Noted by ada@example.com', { timeout: 500 }),
  );
  await save(page).click();
  await expect(conflict).toBeVisible();
  expect(await outcomeOf(site, id)).toMatchObject({ amount: 1000 });
  await expect(amount(page)).toHaveValue('700');
});
