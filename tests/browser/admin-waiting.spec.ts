/** How salespeople see who is waiting, and answer. */
import type { Locator } from 'playwright/test';
import { api } from '../../src/shared/api.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  openButton,
  panelOf,
  rowOf,
  rowsOf,
  stampOf,
  test,
  undoButton,
  unanswered,
  viewOf,
  type Page,
} from '../support/pages/inbox-site.ts';
import { callPath, login, newcomer } from '../support/pages/sign-in.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';

/** The part of the answer to a sign-up that the test needs. */
interface Account {
  localId: string;
}

const waitOf = (page: Page, id = '') => rowOf(page, id).locator('[data-late]');
const inTitle = (page: Page) => page.title().then((it) => Number(/^\((\d+)\)/.exec(it)?.[1] ?? 0));

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('the inbox shows how long each lead waits, and only those that do', async ({
      page,
      seed,
      enter,
    }) => {
      const longAgo = { created_at: '2025-11-18T16:00:00Z' };
      const { word, records } = await seed(
        3,
        (index) => [{ ...unanswered(), ...longAgo }, unanswered(), {}][index] ?? {},
      );
      const [late, fresh, old] = records.map(({ id }) => waitOf(page, id)) as [
        Locator,
        Locator,
        Locator,
      ];
      await enter(viewOf(word));
      await expect(rowsOf(page)).toHaveCount(3);
      await expect(late).toHaveText(/^\d+ days, late$/);
      await expect(fresh).toHaveText(/^[0-4] min$/);
      await expect(old).toHaveCount(0);
      expect(await inTitle(page)).toBeGreaterThanOrEqual(2);
      expect(await sidewaysScroll(page)).toEqual([]);
      expect(await axeFaults(page)).toEqual([]);

      await page.goto(viewOf(word, '&answered=no'));
      await expect(rowsOf(page)).toHaveCount(2);
      await rowOf(page, records[0]?.id ?? '')
        .getByRole('button')
        .first()
        .click();
      await panelOf(page).getByRole('button', { name: 'Mark as answered' }).click();
      await expect(panelOf(page)).toContainText(
        /Answered by admin@example\.com, today \d+:\d\d [AP]M/,
      );
      expect(await sidewaysScroll(page)).toEqual([]);
      expect(await axeFaults(page)).toEqual([]);
    });
  });
}

test('a lead is answered and taken back with one key, and the title of the tab counts along', async ({
  page,
  site,
  enterWaiting,
}) => {
  const { records } = await enterWaiting(2);
  const [one] = records;
  await expect(rowsOf(page)).toHaveCount(2);
  const before = await inTitle(page);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(toast(page, 'Marked as answered')).toBeVisible();
  await expect(rowOf(page, one?.id ?? '').getByText('Answered')).toBeVisible();
  expect(await inTitle(page)).toBe(before - 1);
  await expect.poll(() => stampOf(site, one?.id)).toMatchObject({ by: 'admin@example.com' });
  await page.keyboard.press('z');
  await expect(toast(page, 'Waiting for an answer again')).toBeVisible();
  expect(await inTitle(page)).toBe(before);
  await expect.poll(() => stampOf(site, one?.id)).toBeNull();
  await page.keyboard.press('a');
  await expect.poll(() => stampOf(site, one?.id)).toBeTruthy();
  await expect(toast(page, 'Marked as answered')).toHaveCount(2);
  await page.keyboard.press('a');
  await expect.poll(() => stampOf(site, one?.id)).toBeNull();
});

test('a click on the phone number or the e-mail address answers a lead, with a button to undo it', async ({
  page,
  site,
  enterWaiting,
}) => {
  const { records } = await enterWaiting(2);
  const [one, two] = records;
  // The browser must not leave for another program.
  await page.evaluate(() => {
    addEventListener('click', (event) => {
      if ((event.target as Element).closest('[href^="tel:"], [href^="mailto:"]'))
        event.preventDefault();
    });
  });
  await rowOf(page, one?.id ?? '')
    .getByRole('link', { name: one?.phone ?? '?' })
    .click();
  await expect(rowOf(page, one?.id ?? '').getByText('Answered')).toBeVisible();
  await undoButton(page).click();
  await expect(waitOf(page, one?.id)).toBeVisible();
  await expect.poll(() => stampOf(site, one?.id)).toBeNull();

  await openButton(page, two?.id ?? '').click();
  await panelOf(page)
    .getByRole('link', { name: two?.email ?? '?' })
    .click();
  await expect(panelOf(page)).toContainText('Answered by admin@example.com, today');
  await expect.poll(() => stampOf(site, two?.id)).toMatchObject({ by: 'admin@example.com' });
});

test('a double click answers a lead, and does not take it back', async ({
  page,
  site,
  enterWaiting,
}) => {
  const { records } = await enterWaiting(1);
  const id = records[0]?.id ?? '';
  await openButton(page, id).click();
  const button = panelOf(page).getByRole('button', { name: /answered$/ });
  await button.dblclick({ delay: 100 });
  await expect(toast(page, 'Marked as answered')).toBeVisible();
  await expect(button).toHaveText('Not answered');
  await expect.poll(() => stampOf(site, id)).toMatchObject({ by: 'admin@example.com' });
  await expect(async () => {
    await button.click();
    await expect(button).toHaveText('Mark as answered', { timeout: 200 });
  }).toPass();
  await expect.poll(() => stampOf(site, id)).toBeNull();
});

test('of two admins who answer a lead at once, the first stamp stays and the second sees it', async ({
  page,
  browser,
  request,
  site,
  enterWaiting,
}) => {
  const { word, records } = await enterWaiting(1);
  const id = records[0]?.id ?? '';
  const bob = newcomer();
  const data = { ...bob, returnSecureToken: true };
  const account = (await (await request.post(callPath('signUp'), { data })).json()) as Account;
  await site.store.grantRole(account.localId, 'admin');
  const second = await (await browser.newContext({ baseURL: site.address })).newPage();
  await second.goto(`/auth?return=${encodeURIComponent(viewOf(word))}`);
  await login(second, bob);
  for (const it of [page, second]) await expect(waitOf(it, id)).toBeVisible();

  const first = Promise.withResolvers<undefined>();
  await second.route(`**${api.answerSubmission}`, async (route) => {
    await first.promise;
    await route.continue();
  });
  for (const it of [second, page]) {
    await it.keyboard.press('j');
    await it.keyboard.press('a');
  }
  await expect(toast(page, 'Marked as answered')).toBeVisible();
  await expect.poll(() => stampOf(site, id)).toMatchObject({ by: 'admin@example.com' });
  const stored = await stampOf(site, id);
  first.resolve(undefined);
  await expect(toast(second, /Answered by admin@example\.com, today/)).toBeVisible();
  await expect(undoButton(second)).toHaveCount(0);
  expect(await stampOf(site, id)).toEqual(stored);
  await second.context().close();
});

test('an answer that could not be saved is not shown as one', async ({
  page,
  complaints,
  enterWaiting,
}) => {
  complaints.excuseFailing(api.answerSubmission);
  const { records } = await enterWaiting(1);
  await page.route(`**${api.answerSubmission}`, (route) => route.fulfill({ status: 503 }));
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(toast(page, 'The answer could not be saved')).toBeVisible();
  await expect(waitOf(page, records[0]?.id)).toBeVisible();
});
