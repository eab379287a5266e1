import { toast } from '../support/pages/contact-form.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { looksRight } from '../support/pages/looks.ts';
import { nameOf, pollNow, rowsOf, stayHere } from '../support/pages/menus.ts';
import { expect, inboxOf, test, type Page } from '../support/pages/stubbed.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A Friday afternoon in Houston: 4:00 PM. */
const friday = Date.parse('2026-11-20T22:00:00Z');
const mondayAtNine = '2026-11-23T15:00:00.000Z';

const panel = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last();
const waiting = (page: Page, count: number) =>
  expect(page.getByText(`${count} waiting for an answer`)).toBeVisible();

/** Leads of that Friday, and a clock shared by the page and the functions. */
async function openFriday(page: Page) {
  let time = friday;
  await page.clock.install({ time });
  const unanswered = leads(3, friday).map((lead) => ({ ...lead, answered: null, archived: false }));
  const inbox = await inboxOf(page, unanswered, (fake) => {
    fake.now = () => new Date(time);
  });
  await expect(rowsOf(page)).toHaveCount(3);
  const pass = async (until: string) => {
    const ahead = Date.parse(until) - time;
    time += ahead;
    const poll = page.waitForResponse(/\/api\/submissions/);
    await page.clock.fastForward(ahead);
    // If a poll ended just before, the next one would be a minute away, since the admin seems idle.
    await pollNow(page);
    await poll;
  };
  return { inbox, pass };
}

test('a call is planned for the next business day at nine, and appears in the view of calls once it is due', async ({
  page,
}) => {
  const { inbox, pass } = await openFriday(page);
  const last = rowsOf(page).last();
  await waiting(page, 3);
  await last.getByRole('rowheader').getByRole('button').click();
  await button(page, 'Call back').click();
  await expect(button(page, 'In an hour')).toBeVisible();
  await expect(button(page, 'This afternoon at two'), 'it has passed').toHaveCount(0);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await button(page, 'Monday at nine').scrollIntoViewIfNeeded();
    await looksRight(page, 'the times to call', [width]);
  }
  await button(page, 'Monday at nine').click();
  await expect(last).toContainText('Call back Nov 23');
  await expect(panel(page)).toContainText(/Call back Nov 23, 9:00\sAM/);
  await waiting(page, 2);
  await expect.poll(() => inbox.rows[2]).toMatchObject({ call_back: { at: mondayAtNine } });

  await pass('2026-11-23T14:59:00Z');
  await expect(last).toContainText(/Call back 9:00\sAM/);
  await pass('2026-11-23T15:01:00Z');
  await expect(last, 'nothing moves by itself').toContainText('Call back now');
  await expect(panel(page)).toContainText('Call back now');
  await waiting(page, 2);
  await page.keyboard.press('Escape');
  await expect(last, 'the list stays newest first').toContainText('Call back now');
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(last).toContainText('Call back now');

  await page.getByRole('link', { name: 'Calls due 1' }).click();
  await expect(page).toHaveURL('/admin?call_back=due');
  await expect(rowsOf(page)).toHaveCount(1);
  await looksRight(page, 'a call that is due', [320, 360, 1280]);
  await nameOf(page, 0).focus();
  await page.keyboard.press('a');
  await expect(toast(page, 'The call is done')).toBeVisible();
  await expect(rowsOf(page)).toContainText('Answered');
  await expect(page.getByRole('link', { name: /^Calls due/ })).toBeHidden();
  await expect
    .poll(() => inbox.rows[2])
    .toMatchObject({ call_back: null, answered: { by: 'admin@example.com' } });
  await undo(page).click();
  await expect(rowsOf(page)).toContainText('Call back now');
  await expect.poll(() => inbox.rows[2]).toMatchObject({ answered: null });
});

test('a tap on the phone number offers to mark the call as done, and the view of calls has the soonest first', async ({
  page,
}) => {
  const { inbox, pass } = await openFriday(page);
  await stayHere(page);
  const exact = panel(page).getByLabel('Or a date and time (Central Time)');
  const ask = async (row: number) => {
    await nameOf(page, row).click();
    await button(page, 'Call back').click();
  };
  const plan = async (time: string) => {
    await exact.fill(time);
    await button(page, 'Save').click();
  };
  const refuses = (sentence: string) =>
    expect(panel(page).getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await ask(0);
  await plan('2026-11-20T15:30');
  await refuses('This time has passed');
  await plan('0026-11-25T10:15');
  await refuses('Please choose a date and a time.');
  await ask(1);
  await exact.focus();
  await page.keyboard.type('112520261015AM');
  await button(page, 'Save').click();
  await ask(2);
  await plan('2026-11-24T08:00');
  await expect(panel(page)).toContainText(/Call back Nov 24, 8:00\sAM/);
  await page.keyboard.press('Escape');
  const view = page.getByRole('combobox', { name: 'Show' });
  await view.selectOption('Outcome: won');
  await expect(page).toHaveURL(/\?outcome=won$/);
  await view.selectOption('To call back');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowsOf(page)).toContainText(['Call back Nov 24', 'Call back Nov 25']);

  await pass('2026-11-24T14:01:00Z');
  await expect(rowsOf(page).first()).toContainText('Call back now');
  await rowsOf(page).first().getByRole('link', { name: /555/ }).click();
  expect(inbox.rows[2], 'by itself, it marks nothing').not.toMatchObject({ call_back: null });
  await toast(page, 'Did you reach them?')
    .getByRole('button', { name: 'Mark call as done' })
    .click();
  await expect(toast(page, 'The call is done')).toBeVisible();
  await expect.poll(() => inbox.rows[2]).toMatchObject({ call_back: null });
  await nameOf(page, -1).click();
  await button(page, 'Take back').click();
  await expect(toast(page, 'Call back canceled')).toBeVisible();
  await expect.poll(() => inbox.rows[1]?.call_back).toBeNull();
  await undo(page).click();
  await expect
    .poll(() => inbox.rows[1])
    .toMatchObject({ call_back: { at: '2026-11-25T16:15:00.000Z' } });
});
