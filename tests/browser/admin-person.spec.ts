/** How salespeople put leads away and back, and see that somebody asked before. */
import type { Earlier } from '../../src/shared/submission.ts';
import { axeFaults } from '../support/pages/axe.ts';
import {
  expect,
  isArchived,
  openButton,
  panelOf,
  rowOf,
  rowsOf,
  test,
  undoButton,
  viewOf,
} from '../support/pages/inbox-site.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';

test('a lead is archived, restored with the keyboard, and found among the archived ones', async ({
  page,
  site,
  context,
  enterWaiting,
  visitIn,
}) => {
  const { word, records } = await enterWaiting(3);
  const ids = records.map(({ id }) => id);
  const at = (index: number) => openButton(page, ids[index] ?? '');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(at(2)).toBeFocused();
  await expect.poll(() => isArchived(site, ids[1])).toBe(true);
  await page.keyboard.press('z');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(at(1)).toBeFocused();
  await expect.poll(() => isArchived(site, ids[1])).toBe(false);

  await page.keyboard.press('Enter');
  await panelOf(page).getByRole('button', { name: 'Archive' }).click();
  await expect(panelOf(page)).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Archived');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(viewOf(word, '&archived=yes'));
  await at(1).focus();
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(0);
  await expect.poll(() => isArchived(site, ids[1])).toBe(false);

  await page.goto(viewOf(records[0]?.email ?? '?', `+${word}`));
  await expect(rowsOf(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByRole('link', { name: 'Search the archive' }).press('Enter');
  await expect(page).toHaveURL(/&archived=yes/);
  await expect(rowOf(page, ids[0] ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();

  await page.goto(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(undoButton(page)).toBeVisible();
  const other = await context.newPage();
  await page.close();
  await visitIn(other, viewOf(word));
  await expect(rowsOf(other), 'it stays archived if the page is closed').toHaveCount(1);
  await expect(rowOf(other, ids[2] ?? '')).toBeVisible();
});

test('a third request is marked in its row and panel, with links to the others', async ({
  page,
  seed,
  enter,
}) => {
  const person = crypto.randomUUID().slice(0, 8);
  const email = `ann-${person}@lopez.example`;
  const times = [
    '2026-05-20T15:00:00.000Z',
    '2026-05-11T15:00:00.000Z',
    '2026-05-03T15:00:00.000Z',
  ];
  const ids = times.map(() => crypto.randomUUID());
  const marks = times.map((at, i): Earlier => ({ id: ids[i] ?? '', at, by: 'email' }));
  const { word } = await seed(3, (i) => ({
    id: ids[i] ?? '',
    name: 'Ann with a name that is much too long for any of the rows of this list',
    email,
    created_at: times[i] ?? '',
    ...(i === 0 && { earlier: marks.slice(1).toReversed() }),
  }));
  const [id = '', , oldest = ''] = ids;
  // The panel fades in; axe would measure the contrast of one that is half there.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 360) await enter(viewOf(word));
    else await page.goto(viewOf(word));
    await expect(rowsOf(page)).toHaveCount(3);
    const mark = page.getByRole('link', { name: '3rd request since May 3', exact: true });
    await expect(mark).toHaveCount(1);
    await expect(rowOf(page, id).getByRole('link', { name: /^3rd/ })).toBeInViewport({ ratio: 1 });
    expect(await axeFaults(page)).toEqual([]);

    await openButton(page, id).click();
    await expect(panelOf(page)).toContainText('Third request since May 3');
    await expect(panelOf(page)).toContainText('May 11, 10:00 AM, same e-mail');
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    await panelOf(page).getByRole('link', { name: 'May 3, 10:00 AM' }).press('Enter');
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowOf(page, oldest)).toBeVisible();
    await page.goto(viewOf(word));
    await mark.click();
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === email);
    await expect(rowsOf(page)).toHaveCount(3);
  }
});
