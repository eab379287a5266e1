/** What another admin does meanwhile, seen in an open panel. The test writes into the store in their place. */
import { api } from '../../src/shared/api.ts';
import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  openButton,
  panelOf,
  rowOf,
  rowsOf,
  stampOf,
  test,
  unanswered,
  viewOf,
  type Page,
} from '../support/pages/inbox-site.ts';

/** Returning to the tab makes the inbox look again, at most each three seconds. */
const soon = (page: Page, seen: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen();
  }).toPass({ intervals: [1000], timeout: 25_000 });

test('an answer by somebody else shows in the open panel, and in its row, which stays', async ({
  page,
  site,
  seed,
  enter,
}) => {
  const { word, records } = await seed(2, unanswered);
  await enter(viewOf(word, '&answered=no'));
  const id = records[0]?.id ?? '';
  await openButton(page, id).click();
  await expect(panelOf(page).getByRole('button', { name: 'Mark as answered' })).toBeVisible();
  const answered = { at: new Date().toISOString(), by: 'ada@example.com' };
  await site.store.change(id, (it) => ({ ...it, answered }));
  await soon(page, () =>
    expect(panelOf(page)).toContainText('Answered by ada@example.com', { timeout: 500 }),
  );
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowOf(page, id)).toContainText('Answered');
});

test('a press just as the button turns does not take back what somebody else answered', async ({
  page,
  site,
  enterWaiting,
}) => {
  const { records } = await enterWaiting(1);
  const id = records[0]?.id ?? '';
  await openButton(page, id).click();
  const button = panelOf(page).getByRole('button', { name: /answered$/ });
  await expect(button).toHaveText('Mark as answered');
  await button.evaluate((it: HTMLElement) => {
    new MutationObserver(() => {
      it.click();
    }).observe(it, { characterData: true, subtree: true });
  });
  const answered = { at: new Date().toISOString(), by: 'ada@example.com' };
  await site.store.change(id, (it) => ({ ...it, answered }));
  await soon(page, () => expect(button).toHaveText('Not answered', { timeout: 500 }));
  await expect(toast(page, 'Waiting for an answer again')).toBeHidden();
  expect(await stampOf(site, id)).toEqual(answered);
});

test('an open panel says at the return to its window that the person has opted out meanwhile', async ({
  page,
  enter,
  seed,
}) => {
  const email = `p${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { word, records } = await seed(1, () => ({ email, phone: 'none' }));
  await enter(viewOf(word));
  const open = async (it: Page) => {
    await openButton(it, records[0]?.id ?? '').click();
    await expect(panelOf(it).getByRole('button', { name: 'Do not contact' })).toBeVisible();
  };
  const asked = page.waitForResponse(`**${api.doNotContact}`);
  await open(page);
  await asked;
  const other = await page.context().newPage();
  await other.goto(viewOf(word));
  await open(other);
  await panelOf(other).getByRole('button', { name: 'Do not contact' }).click();
  await expect(panelOf(other)).toContainText('This person asked not to be contacted.');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(panelOf(page)).toContainText('This person asked not to be contacted.');
});

test('the panel of a person whom somebody else erases closes, and says why', async ({
  page,
  site,
  enterWaiting,
}) => {
  const { records } = await enterWaiting(2);
  const id = records[0]?.id ?? '';
  await openButton(page, id).click();
  await expect(panelOf(page)).toBeVisible();
  await site.store.erase([id], new Date().toISOString());
  await soon(page, () => expect(toast(page, 'This lead was erased')).toBeVisible({ timeout: 500 }));
  await expect(panelOf(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
});
