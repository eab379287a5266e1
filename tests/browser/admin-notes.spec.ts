import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  panelOf,
  test,
  unanswered,
  undoButton,
  type InboxSite,
  type Page,
} from '../support/pages/inbox-site.ts';
import { looksRight } from '../support/pages/looks.ts';

const byMe = { by: 'admin@example.com' };
const notesOf = async ({ store }: InboxSite, id = '') => (await store.get(id))?.notes ?? [];
const notes = (page: Page) => panelOf(page).getByRole('region', { name: 'Notes' });
const box = (page: Page) => notes(page).getByLabel('New note');
const inNotes = (page: Page, name: string) => notes(page).getByRole('button', { name });

test('a note is written, edited, removed and restored by its author alone', async ({
  page,
  site,
}) => {
  const at = new Date(Date.now() - 60_000).toISOString();
  const theirs = { id: crypto.randomUUID(), at, by: 'ada@example.com', text: 'Has\ntwo trucks' };
  const { ids } = await site.enterSeeded(page, 1, () => ({ ...unanswered(), notes: [theirs] }));
  const [id] = ids;
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await box(page).fill('x'.repeat(2001));
  await expect(notes(page).getByRole('status')).toHaveText('2,001 of 2,000 characters');
  await page.keyboard.press('Control+Enter');
  await looksRight(page, 'a note that is too long', [320, 360, 1280]);
  await box(page).fill('Call the office');
  await expect(notes(page).getByRole('status')).toBeEmpty();
  await page.keyboard.press('Control+Enter');
  await expect(notes(page).getByRole('listitem')).toContainText([
    /^Call the office ?admin@example\.com, today/,
    /two trucks ?ada@example\.com/,
  ]);
  await expect(box(page)).toHaveValue('');
  await expect(page.getByText('Note saved')).toBeAttached();
  await expect(panelOf(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.locator('tr[data-id]')).toContainText('2 notes');
  await expect(inNotes(page, 'Remove'), 'only one’s own').toHaveCount(1);

  await inNotes(page, 'Edit').click();
  await expect(notes(page).getByLabel('Your note')).toBeFocused();
  await notes(page).getByLabel('Your note').fill('Call the shop');
  await inNotes(page, 'Save note').click();
  await expect(notes(page)).toContainText('Call the shop');
  await expect(notes(page)).toContainText('edited today');
  await expect(inNotes(page, 'Edit')).toBeFocused();
  expect(await notesOf(site, id)).toMatchObject([{ text: 'Call the shop', ...byMe }, theirs]);
  await looksRight(page, 'notes', [320, 360, 1280]);

  await inNotes(page, 'Remove').click();
  await expect.poll(() => notesOf(site, id)).toEqual([theirs]);
  await undoButton(page).click();
  await expect
    .poll(() => notesOf(site, id))
    .toMatchObject([{ text: 'Call the shop', ...byMe }, theirs]);
});

test('a double-click on a button that disappears presses no other button', async ({
  page,
  site,
}) => {
  const at = new Date().toISOString();
  const two = ['One', 'Two'].map((text) => ({ id: crypto.randomUUID(), at, ...byMe, text }));
  const { id } = await site.openSeeded(page, () => ({
    ...unanswered(),
    call_back: { at: new Date(Date.now() + 60_000).toISOString(), ...byMe },
    notes: two,
  }));
  await panelOf(page).getByRole('button', { name: 'Take back' }).dblclick();
  await expect(toast(page, 'Call back canceled')).toBeVisible();
  await inNotes(page, 'Remove').first().dblclick();
  await expect(toast(page, 'Note removed')).toBeVisible();
  await expect.poll(() => notesOf(site, id)).toMatchObject([{ text: 'Two' }]);
  expect((await site.store.get(id))?.opted_out).toBeFalsy();
});

test('a note whose response is lost survives a reload and is stored once, and the message about an erased lead stays', async ({
  page,
  complaints,
  site,
}) => {
  complaints.excuseFailing('/api/note');
  const { id } = await site.openSeeded(page);
  await page.route('**/api/note', (route) => route.abort(), { times: 1 });
  await box(page).fill('No signal here');
  await inNotes(page, 'Add note').click();
  await expect(toast(page, 'The note could not be saved')).toBeVisible();
  await expect(inNotes(page, 'Try again')).toBeVisible();
  expect(await notesOf(site, id)).toEqual([]);
  await page.reload();
  await expect(box(page)).toHaveValue('No signal here');

  // The request arrives, but its response is lost.
  const ids: unknown[] = [];
  await page.route('**/api/note', async (route) => {
    ids.push((route.request().postDataJSON() as { newId: string }).newId);
    await route.fetch();
    await route.abort();
  });
  await inNotes(page, 'Add note').click();
  await expect(toast(page, 'The note could not be saved')).toBeVisible();
  await expect(notes(page).getByRole('listitem')).toHaveText(/^No signal here/);
  await expect(box(page), 'it is stored after all').toHaveValue('');
  expect(await notesOf(site, id)).toMatchObject([{ id: ids[0], text: 'No signal here' }]);
  await page.unroute('**/api/note');
  await page.reload();
  await expect(box(page)).toHaveValue('');

  complaints.excuseMissing('/api/note');
  await box(page).fill('Wants a quote');
  await site.store.erase([id], new Date().toISOString());
  await inNotes(page, 'Add note').click();
  await expect(toast(page, 'There is no such submission.')).toBeVisible();
  await expect(box(page)).toHaveValue('Wants a quote');
});

test('a note that was changed in another tab shows both texts until the admin chooses one', async ({
  page,
  complaints,
  site,
}) => {
  complaints.excuseFailing('/api/note');
  const at = new Date().toISOString();
  const note = { id: crypto.randomUUID(), at, ...byMe, text: 'Has a ladder' };
  const { id } = await site.openSeeded(page, () => ({ ...unanswered(), notes: [note] }));
  await inNotes(page, 'Edit').click();
  await notes(page).getByLabel('Your note').fill('Has two ladders');
  const other = { ...note, text: 'Has no ladder' };
  await site.store.change(id, (it) => ({ ...it, notes: [other] }));
  await inNotes(page, 'Save note').click();
  await expect(toast(page, 'This note has changed meanwhile')).toBeVisible();
  await expect(notes(page).getByLabel('Your note')).toHaveValue('Has two ladders');
  await expect(notes(page)).toContainText(/The note now says: ?Has no ladder/);
  expect(await notesOf(site, id)).toMatchObject([{ text: 'Has no ladder' }]);
  await inNotes(page, 'Try again').click();
  await expect.poll(() => notesOf(site, id)).toMatchObject([{ text: 'Has two ladders' }]);
});
