import { newEmail, toast } from '../support/pages/contact-form.ts';
import {
  expect,
  openButton,
  panelOf,
  rowOf,
  rowsOf,
  soon,
  stampOf,
  test,
  unanswered,
  undoButton,
  viewOf,
  type Page,
} from '../support/pages/inbox-site.ts';
import { stayHere } from '../support/pages/menus.ts';
import { looksRight } from '../support/pages/looks.ts';

const waitOf = (page: Page, id = '') => rowOf(page, id).locator('[data-late]');
const inTitle = (page: Page) => page.title().then((it) => Number(/^\((\d+)\)/.exec(it)?.[1] ?? 0));
const byDemoAdmin = { by: 'admin@example.com' };

test('the inbox shows how long each waiting lead waits, whatever this computer’s clock says', async ({
  page,
  site,
}) => {
  await page.clock.install({ time: Date.now() + 40 * 86_400_000 });
  const longAgo = { created_at: '2025-11-18T16:00:00Z' };
  const { word, ids } = await site.enterSeeded(
    page,
    4,
    (index) => [{ ...unanswered(), ...longAgo }, unanswered(), {}, unanswered()][index] ?? {},
  );
  const [late, fresh, old] = ids;
  await expect(waitOf(page, late)).toHaveText(/^waits \d+ days, late$/);
  await expect(waitOf(page, fresh)).toHaveText(/^(new|waits [1-4] min)$/);
  await expect(rowOf(page, fresh ?? '').locator('time')).toContainText('today');
  await expect(waitOf(page, old)).toHaveCount(0);
  expect(await inTitle(page)).toBeGreaterThanOrEqual(2);
  await looksRight(page, 'a list of waits', [360, 1280]);

  await page.goto(viewOf(word, '?answered=no'));
  await expect(rowsOf(page)).toHaveCount(3);
  await openButton(page, late ?? '').click();
  await panelOf(page).getByRole('button', { name: 'Mark as answered' }).click();
  await expect(panelOf(page)).toContainText(/Answered by admin@example\.com, today \d+:\d\d [AP]M/);
  // Playwright scrolls to the button. Half hidden below the panel's head, the option would be too small a target.
  await panelOf(page).evaluate((it) => it.scrollTo(0, 0));
  await looksRight(page, 'an answer', [1280, 360]);

  // An answered lead stays in view until the admin reopens the view, even while its request is being sent.
  await page.goto('/admin?answered=no');
  const answering = Promise.withResolvers<undefined>();
  await page.route('**/api/answer-submission', async (route) => {
    await answering.promise;
    await route.continue();
  });
  await openButton(page, fresh ?? '').click();
  await page.keyboard.press('a');
  await expect(rowOf(page, fresh ?? '').getByText('Answered')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /waiting for an answer$/ }).click();
  answering.resolve(undefined);
  await expect(rowOf(page, fresh ?? '')).toBeHidden();
});

test('a lead is answered by a key, a button, or the offer after a click on its number or address, and undone', async ({
  page,
  site,
}) => {
  const { records } = await site.enterWaiting(page, 2);
  const [one, two] = records;
  const before = await inTitle(page);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(toast(page, 'Marked as answered')).toBeVisible();
  await expect(rowOf(page, one?.id ?? '').getByText('Answered')).toBeVisible();
  expect(await inTitle(page)).toBe(before - 1);
  await expect.poll(() => stampOf(site, one?.id)).toMatchObject(byDemoAdmin);
  await page.keyboard.press('z');
  await expect(toast(page, 'Waiting for an answer again')).toBeVisible();
  expect(await inTitle(page)).toBe(before);
  await expect.poll(() => stampOf(site, one?.id)).toBeNull();

  // Toasts of the keys would also have undo buttons.
  await page.reload();
  await stayHere(page);
  await rowOf(page, one?.id ?? '')
    .getByRole('link', { name: one?.phone ?? '?' })
    .click();
  const offer = toast(page, 'Did you reach them?').getByRole('button', {
    name: 'Mark as answered',
  });
  await expect(offer).toBeVisible();
  expect(await stampOf(site, one?.id), 'by itself, a click marks nothing').toBeNull();
  await offer.click();
  await expect(rowOf(page, one?.id ?? '').getByText('Answered')).toBeVisible();
  await undoButton(page).click();
  await expect(waitOf(page, one?.id)).toBeVisible();
  await expect.poll(() => stampOf(site, one?.id)).toBeNull();

  await openButton(page, two?.id ?? '').click();
  await panelOf(page)
    .getByRole('link', { name: two?.email ?? '?' })
    .click();
  await offer.click();
  await expect(panelOf(page)).toContainText('Answered by admin@example.com, today');
  await expect.poll(() => stampOf(site, two?.id)).toMatchObject(byDemoAdmin);

  await page.keyboard.press('Escape');
  await openButton(page, one?.id ?? '').click();
  const button = panelOf(page).getByRole('button', { name: /answered$/ });
  await test.step('a double-click does not undo the answer', async () => {
    await button.dblclick({ delay: 100 });
    await expect(button).toHaveText('Not answered');
    await expect.poll(() => stampOf(site, one?.id)).toMatchObject(byDemoAdmin);
  });
});

test('an open panel follows a colleague’s changes to its lead', async ({ page, site }) => {
  const email = newEmail();
  const { word, records } = await site.seed(2, () => ({ ...unanswered(), email, phone: 'none' }));
  const id = records[0]?.id ?? '';
  await site.enter(page, viewOf(word, '?answered=no'));
  await openButton(page, id).click();
  const panel = panelOf(page);
  const button = panel.getByRole('button', { name: /answered$/ });
  await test.step('an answer appears, and a press while the button changes does not undo it', async () => {
    await expect(button).toHaveText('Mark as answered');
    await button.evaluate((element: HTMLElement) => {
      new MutationObserver(() => element.click()).observe(element, {
        characterData: true,
        subtree: true,
      });
    });
    const answered = { at: new Date().toISOString(), by: 'ada@example.com' };
    await site.store.change(id, (it) => ({ ...it, answered }));
    await soon(page, () =>
      expect(panel).toContainText('Answered by ada@example.com', { timeout: 500 }),
    );
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(rowOf(page, id)).toContainText('Answered');
    expect(await stampOf(site, id)).toEqual(answered);
  });
  await test.step('an opt-out appears', async () => {
    const other = await page.context().newPage();
    await other.goto(viewOf(word));
    await openButton(other, id).click();
    await panelOf(other).getByRole('button', { name: 'Do not contact' }).click();
    await expect(panelOf(other)).toContainText('This person asked not to be contacted: ');
    await other.close();
    await soon(page, () =>
      expect(rowOf(page, id)).toContainText('Asked to stop', { timeout: 500 }),
    );
    await expect(panel).toContainText(/asked not to be contacted: .+, through an admin\./);
  });
  await test.step('an erasure closes the panel', async () => {
    await site.store.erase([id], new Date().toISOString());
    await soon(page, () =>
      expect(toast(page, 'This lead was erased')).toBeVisible({ timeout: 500 }),
    );
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
  });
});
