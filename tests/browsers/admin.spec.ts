/** An admin's day: sign-in, the list, a lead, what is done with it, and what is kept about that. */
import { globSync, readFileSync } from 'node:fs';
import { demoAdmin } from '../support/pages/sign-in.ts';
import { isArchived, stampOf, unanswered, viewOf } from '../support/pages/inbox-site.ts';
import type { Tab } from './tab.ts';
import { expect, signIn, test } from './test.ts';

/** Chooses from the menu of the inbox. */
async function choose(tab: Tab, role: 'button' | 'link', name: string): Promise<void> {
  await tab.press('button', /^Menu\b/);
  await tab.press(role, name);
}

const panel = 'dialog, [role=dialog]';

test('an admin signs in, finds a lead, opens it, answers it, puts it away and takes that back', async ({
  tab,
  site,
}) => {
  const { word, records } = await site.seed(2, (i) => ({
    ...unanswered(i),
    name: i === 0 ? 'Ada Example' : 'Bo Example',
  }));
  const id = records[0]?.id;
  await signIn(tab);
  await tab.one('heading', 'Contact Submissions');
  expect(await tab.axe()).toEqual([]);
  await tab.fill('Search', word);
  await tab.expect(2, () => document.querySelectorAll('tbody tr[data-id]').length);
  await tab.press('button', /^Ada Example/);
  await tab.reads(word, panel);
  expect(await tab.axe()).toEqual([]);
  await tab.press('button', 'Mark as answered', panel);
  await expect.poll(() => stampOf(site, id)).toMatchObject({ by: demoAdmin.email });
  await tab.press('button', 'Archive', panel);
  await expect.poll(() => isArchived(site, id)).toBe(true);
  await tab.reads('Archived', '.toast:last-child');
  await tab.press('button', 'Undo', '.toast:last-child');
  await expect.poll(() => isArchived(site, id)).toBe(false);
});

test('an admin exports the list, erases a person, and finds both in the audit log', async ({
  tab,
  driver,
  site,
}) => {
  const email = `p${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { word, records } = await site.seed(2, (i) => (i === 0 ? { email } : {}));
  await signIn(tab);
  await tab.open(viewOf(word));
  await tab.expect(2, () => document.querySelectorAll('tbody tr[data-id]').length);
  await choose(tab, 'button', 'Export CSV');
  const saved = () => globSync(`${driver.downloads}/*.csv`).map((it) => readFileSync(it, 'utf8'));
  await expect.poll(() => saved().join()).toContain(email);

  await choose(tab, 'button', 'Erase a person');
  await tab.fill('Email of the person', email, panel);
  await tab.key('Enter');
  expect(await tab.axe()).toEqual([]);
  await tab.press('button', 'Erase 1 submission', panel);
  await tab.reads('1 submission erased', '.toast');
  expect(await site.store.get(records[0]?.id ?? '')).toBeUndefined();

  await choose(tab, 'link', 'Audit log');
  await tab.at('/admin/audit');
  await tab.reads(/Erased .*Exported/s, 'main');
  await tab.press('button', 'Verify');
  await tab.reads(/(?:are|is) unchanged/);
  expect(await tab.axe()).toEqual([]);
});

test('an admin reads the report of a month, and logs out', async ({ tab, site }) => {
  await site.seed(1, () => ({ created_at: '2024-02-01T16:00:00.000Z' }));
  await signIn(tab);
  await choose(tab, 'link', 'Report');
  await tab.one('heading', /, so far$/);
  await tab.open('/admin/report?month=2024-02');
  await tab.reads(/Leads received\s+\d/);
  expect(await tab.axe()).toEqual([]);
  await tab.open('/admin');
  await choose(tab, 'button', 'Logout');
  await tab.at('/auth');
  await tab.open('/admin');
  await tab.at('/auth');
});
