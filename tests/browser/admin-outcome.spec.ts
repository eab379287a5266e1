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

const outcomeOf = async ({ store }: InboxSite, id = '') => (await store.get(id))?.outcome ?? null;
const group = (page: Page, name: string) => panelOf(page).getByRole('group', { name });
const choice = (page: Page, name: string, of = 'Outcome') =>
  group(page, of).getByRole('button', { name, exact: true });
const isChosen = (page: Page, name: string) =>
  expect(choice(page, name)).toHaveAttribute('aria-pressed', 'true');
const amount = (page: Page) => panelOf(page).getByLabel('Amount in dollars');
const save = (page: Page) => panelOf(page).getByRole('button', { name: 'Save', exact: true });
const byMe = { by: 'admin@example.com' };

test('an outcome is noted by one press, with its follow-up question, and undone by a key', async ({
  page,
  site,
}) => {
  const { id } = await site.openSeeded(page);
  await choice(page, 'Talking').press('Enter');
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'talking', ...byMe });
  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('z');
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });

  await test.step('won is noted at once, with an amount in any usual notation', async () => {
    await choice(page, 'Won').press('Enter');
    await expect(amount(page)).toBeVisible();
    await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'won' });
    await amount(page).fill('about four');
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
  });

  await test.step('undo removes won with its amount', async () => {
    await page.keyboard.press('z');
    await isChosen(page, 'Open');
    await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });
    await expect(amount(page)).toBeHidden();
  });

  await test.step('lost is noted only with a reason, and not if the question is left', async () => {
    const never = choice(page, 'Never reached', 'Why was it lost?');
    await choice(page, 'Lost').press('Enter');
    await never.focus();
    await page.keyboard.press('Escape');
    await isChosen(page, 'Open');
    await choice(page, 'Lost').press('Enter');
    await choice(page, 'Price', 'Why was it lost?').press('Enter');
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

  await choice(page, 'Not a lead').press('Enter');
  await choice(page, 'Spam', 'Why is it not a lead?').press('Enter');
  await expect
    .poll(() => outcomeOf(site, id))
    .toMatchObject({ state: 'not-a-lead', reason: 'spam' });
});

test('an outcome is noted by a tap, its undo restores the call that it ended, and it can be undone after a reload', async ({
  page,
  site,
}) => {
  const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
  const call_back = { at: inAMonth, by: 'bob@example.com' };
  const { id } = await site.openSeeded(page, () => ({ ...unanswered(), call_back }));
  await choice(page, 'Lost').click();
  await looksRight(page, 'the reasons', [320, 360, 1280]);
  await expect.poll(() => outcomeOf(site, id), { message: 'nothing without a reason' }).toBeNull();
  await choice(page, 'Price', 'Why was it lost?').click();
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'lost', reason: 'price' });
  await expect.poll(() => site.store.get(id)).toMatchObject({ call_back: null });
  await expect(toast(page, 'Outcome: Lost. Call back canceled')).toBeVisible();
  await undoButton(page).click();
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'open' });
  await expect.poll(() => site.store.get(id)).toMatchObject({ call_back: { at: call_back.at } });

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

test('an outcome whose response is lost can be retried, and does not overwrite a colleague’s', async ({
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
  await expect.poll(() => outcomeOf(site, id)).toMatchObject({ state: 'talking', ...byMe });

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
  // Undo names the outcome that it replaced, and reports newer changes.
  await page.keyboard.press('z');
  const changed = toast(page, 'Not undone: the lead has changed since');
  await expect(changed).toContainText('Outcome: Won, $900. Noted by ada@example.com');
  await changed.getByRole('button', { name: 'Dismiss' }).click();
  await expect(isTheirs).toPass();
  await expect(amount(page)).toHaveValue('$900');
  await amount(page).fill('700');
  await site.store.change(id, (lead) => ({ ...lead, outcome: { ...theirs, amount: 1000 } }));
  await soon(page, () =>
    expect(panelOf(page)).toContainText('$1,000. Noted by ada@example.com', { timeout: 500 }),
  );
  await save(page).click();
  await expect(conflict).toBeVisible();
  expect(await outcomeOf(site, id)).toMatchObject({ amount: 1000 });
  await expect(amount(page)).toHaveValue('700');
});
