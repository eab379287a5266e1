import type { BrowserContext } from 'playwright/test';
import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  failed,
  openButton,
  panelOf,
  resendButton,
  rowOf,
  rowsOf,
  search,
  test,
  undoButton,
} from '../support/pages/inbox-site.ts';

test('a resend fails while the webhook is down, says why, and succeeds when it is up', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/resend-to-webhook');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { ids } = await site.enterSeeded(page, 2, failed);
  const [first = '', second = ''] = ids;
  await expect(rowOf(page, first)).toContainText('Failed');
  const release = site.webhook.hold();
  await resendButton(page, first).click();
  await expect(resendButton(page, first)).toHaveAttribute('aria-busy', 'true');
  const spinner = rowOf(page, first).locator('.spinner');
  await expect(spinner, 'nothing turns').toHaveCSS('animation-name', 'breathe');
  release();
  const sent = toast(page, 'Successfully sent to webhook');
  await expect(sent).toBeVisible();
  await expect(rowOf(page, first)).toContainText('Delivered');
  expect(site.webhook.of(first)).toHaveLength(1);
  await sent.getByRole('button', { name: 'Dismiss' }).click();

  await openButton(page, second).click();
  const panel = panelOf(page);
  site.webhook.forId(second, { status: 500, body: 'asleep' });
  await panel.getByRole('button', { name: 'Resend' }).click();
  await expect(toast(page, 'The webhook answered with status 500.')).toBeVisible();
  await expect(panel).toContainText('Answer 500');
  await expect(panel).toContainText('resent by admin@example.com');
  site.webhook.forId(second, { status: 200 });
  await panel.getByRole('button', { name: 'Resend' }).click();
  await expect(sent).toBeVisible();
  await expect(panel).toContainText('Answer 200');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
});

test('a failed lead is shown until an admin archives it, is then in the archive, and can be restored', async ({
  page,
  site,
}) => {
  const { id } = await site.openSeeded(page, failed);
  const panel = panelOf(page);
  await expect(panel).toContainText('Resend it to try again, or archive it');
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await expect(rowOf(page, id)).toContainText('Failed');
  await rowOf(page, id).click();
  await panel.getByRole('button', { name: 'Archive' }).click();
  await expect(rowOf(page, id)).toBeHidden();
  await expect
    .poll(() => site.store.get(id))
    .toMatchObject({ delivery: { state: 'failed' }, archived: true });
  await undoButton(page).click();
  await expect(rowOf(page, id)).toContainText('Failed');
  await expect.poll(() => site.store.get(id)).toMatchObject({ archived: false });
});

test('the panel shows the message, the exact consent text and all attempts, and copies a link to its lead', async ({
  page,
  context,
  browserName,
  site,
}) => {
  // Firefox and WebKit allow it after a press, and have no such permission.
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-write']);
  const message = `First line\n${'and on '.repeat(100)}end`;
  const { records, ids } = await site.enterSeeded(page, 2, () => ({ message }));
  const [one = '', two = ''] = ids;
  await openButton(page, one).click();
  const panel = panelOf(page);
  for (const text of [
    message,
    'Reply STOP to opt out or HELP for help.',
    'matches this text',
    'https://leadwright.example/contact',
    'Answer 204',
  ])
    await expect(panel).toContainText(text);
  await expect(panel.getByRole('link', { name: records[0]?.phone ?? '?' })).toHaveAttribute(
    'href',
    /^tel:713555/,
  );
  await panel.getByRole('button', { name: 'Copy as text' }).click();
  await expect(panel.getByText('Copied')).toBeVisible();
  expect(await pasted(context)).toContain(message);
  await panel.getByRole('button', { name: 'Next' }).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(openButton(page, two)).toBeFocused();
  await openButton(page, one).click();
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await expect(panel.getByText('Copied')).toBeVisible();
  const other = await context.newPage();
  await other.goto(await pasted(context));
  await expect(rowOf(other, one)).toBeVisible();
  await expect(rowsOf(other)).toHaveCount(1);
  await expect(panelOf(other)).toBeVisible();
});

/** Reads the clipboard by pasting into another page, because the site's own pages may not read it. */
async function pasted(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.setContent('<textarea autofocus></textarea>');
  const field = page.getByRole('textbox');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await page.close();
  return text;
}

test('the inbox can be used with the keyboard alone', async ({ page, site }) => {
  const { word, ids } = await site.enterSeeded(page, 12, failed);
  const open = (index: number) => openButton(page, ids[index] ?? '');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(open(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('/');
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(open(2)).toBeFocused();
  await page.keyboard.press('K');
  await expect(open(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(resendButton(page, ids[1] ?? '')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(`${word} j?`);
  await expect(search(page)).toHaveValue(`${word} j?`);
  await search(page).fill(word);
  await search(page).blur();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('Next submission')).toBeVisible();
  await page.keyboard.press('e');
  await keys.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(12);
  await open(3).focus();
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowUp');
  await expect(open(2)).toBeFocused();
});
