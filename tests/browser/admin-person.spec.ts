import type { Earlier } from '../../src/shared/submission.ts';
import { aSubmission } from '../support/builders/requests.ts';
import { axeFaults, looksRight } from '../support/pages/looks.ts';
import { newEmail, toast } from '../support/pages/contact-form.ts';
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
import { chooseTool } from '../support/pages/menus.ts';

test('a lead is archived, restored with the keyboard, and found among the archived ones', async ({
  page,
  site,
  context,
}) => {
  const { word, records, ids } = await site.enterWaiting(page, 3);
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
  await expect(toast(page, 'Restored to the inbox')).toBeVisible();
  await expect(toast(page, 'Archived'), 'the message that it undoes').toHaveCount(0);
  await expect.poll(() => isArchived(site, ids[1])).toBe(false);

  await page.keyboard.press('Enter');
  await panelOf(page).getByRole('button', { name: 'Archive' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowOf(page, ids[2] ?? ''), 'the next one is open').toHaveAttribute('data-open');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Archived');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(viewOf(word, '?archived=yes'));
  await at(1).focus();
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(0);
  await expect.poll(() => isArchived(site, ids[1])).toBe(false);

  await page.goto(viewOf(`${records[0]?.email ?? '?'}+${word}`));
  await expect(rowsOf(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByRole('link', { name: 'Search the archive' }).press('Enter');
  await expect(page).toHaveURL(/\?archived=yes#/);
  await expect(rowOf(page, ids[0] ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();

  await page.goto(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(undoButton(page)).toBeVisible();
  const other = await context.newPage();
  await page.close();
  await other.goto(viewOf(word));
  await expect(rowsOf(other), 'it stays archived if the page is closed').toHaveCount(1);
  await expect(rowOf(other, ids[2] ?? '')).toBeVisible();
  // Only a search for its id shows it in both views.
  await site.store.change(ids[2] ?? '', (it) => ({ ...it, archived: true }));
  await other.goto(viewOf(ids[2] ?? ''));
  await other.reload();
  await expect(panelOf(other)).toBeVisible();
  await other.keyboard.press('e');
  await expect.poll(() => isArchived(site, ids[2])).toBe(false);
  await expect(toast(other, 'Restored')).toBeVisible();
  await expect(rowsOf(other)).toHaveCount(1);
});

test('a third request is marked in its row and panel, with links to the others', async ({
  page,
  site,
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
  const { word } = await site.seed(3, (i) => ({
    id: ids[i] ?? '',
    name: 'Ann with a name that is much too long for any of the rows of this list',
    email,
    created_at: times[i] ?? '',
    ...(i === 0 && { earlier: marks.slice(1).toReversed() }),
  }));
  const [id = '', , oldest = ''] = ids;
  await site.enter(page, viewOf(word));
  await expect(rowsOf(page)).toHaveCount(3);
  const mark = rowOf(page, id).getByRole('link', { name: '3rd request since May 3', exact: true });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(mark).toBeInViewport({ ratio: 1 });
    expect(await axeFaults(page)).toEqual([]);
  }
  await openButton(page, id).click();
  await expect(panelOf(page)).toContainText('Third request since May 3');
  await expect(panelOf(page)).toContainText('May 11, 10:00 AM, same e-mail');
  await looksRight(page, 'earlier requests', [360, 1280]);
  await panelOf(page).getByRole('link', { name: 'May 3, 10:00 AM' }).press('Enter');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, oldest)).toBeVisible();
  await page.goto(viewOf(word));
  await mark.click();
  await expect(page).toHaveURL(viewOf(encodeURIComponent(email)));
  await expect(rowsOf(page)).toHaveCount(3);
});

test('an opt-out holds a person’s leads, even after an erasure, until an admin who sees both dates releases one', async ({
  page,
  site,
}) => {
  const email = newEmail();
  const phone = `(713) 555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  const delivery = { state: 'failed', at: '2026-05-20T15:00:00.000Z' } as const;
  const { word } = await site.openSeeded(page, () => ({ email, phone, delivery }));
  const panel = panelOf(page);
  const put = panel.getByRole('button', { name: 'Do not contact' });
  const allow = panel.getByRole('button', { name: 'Allow contact again' });
  await test.step('an opt-out holds the open lead', async () => {
    await put.click();
    await expect(toast(page, 'On the do-not-contact list now')).toBeVisible();
    await expect(panel).toContainText('Held and not sent.');
    await expect(panel).toContainText('The consent of this request is older.');
    await expect(panel.getByRole('link', { name: 'Call' })).toHaveClass(/plain/);
    expect(await axeFaults(page)).toEqual([]);
  });

  const lead = aSubmission({ email, phone, company: `${word} Roofing` });
  const sent = await page.request.post('/api/submit-contact', { data: lead });
  expect(sent.status()).toBe(201);
  await test.step('a release shows both dates, sends the lead and takes the person off the list', async () => {
    await page.goto(viewOf(word));
    await page.getByRole('link', { name: /^\d+ held$/ }).click();
    await rowOf(page, lead.id)
      .getByRole('button', { name: /^Release/ })
      .click();
    await expect(panel).toContainText(
      /asked not to be contacted: .+, through an admin\. They ticked the consent again: .+\. Releasing this takes them off/,
    );
    await looksRight(page, 'a lead of somebody who asked not to be contacted', [360, 1280]);
    expect(site.webhook.of(lead.id)).toHaveLength(0);
    await panel.getByRole('button', { name: 'Release' }).click();
    await expect(toast(page, 'Released')).toBeVisible();
    await expect(put).toBeVisible();
    await expect.poll(() => site.webhook.of(lead.id).length).toBe(1);
  });
  // For a moment, a press still counts for the button's previous label.
  await expect(async () => {
    if (!(await allow.isVisible())) await put.click({ timeout: 500 });
    await expect(allow).toBeVisible({ timeout: 1000 });
  }).toPass();
  await test.step('the phone of an erased person still finds the consents', async () => {
    await panel.getByRole('button', { name: 'Close' }).click();
    await chooseTool(page, 'Erase a person');
    const erasing = page.getByRole('dialog', { name: 'Erase a person' });
    const didTheyAgree = async (person: string) => {
      await erasing.getByText('Did they agree?').click();
      await erasing.getByRole('textbox', { name: 'E-mail or phone' }).fill(person);
      await page.keyboard.press('Enter');
    };
    await didTheyAgree(phone);
    await expect(erasing).toContainText(`Nobody with ${phone} was erased`);
    await erasing.getByRole('textbox', { name: 'Phone of the person' }).fill('');
    await erasing.getByRole('textbox', { name: 'Email of the person' }).fill(email);
    await page.keyboard.press('Enter');
    await erasing.getByRole('button', { name: 'Erase 2 submissions' }).click();
    await expect(toast(page, '2 submissions erased')).toBeVisible();
    await chooseTool(page, 'Erase a person');
    await didTheyAgree(phone);
    await expect(erasing.getByText(`${phone} agreed on`)).toHaveCount(2);
    await expect(erasing).toContainText(`to version ${lead.consent_version}, and was erased on`);
    expect(await axeFaults(page)).toEqual([]);
  });
  await test.step('a later lead of an erased person is held', async () => {
    const last = aSubmission({ email: `other-${email}`, phone });
    expect((await page.request.post('/api/submit-contact', { data: last })).status()).toBe(201);
    expect((await site.store.get(last.id))?.delivery).toMatchObject({ state: 'held' });
  });
});
