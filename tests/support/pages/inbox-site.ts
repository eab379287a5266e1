/** Each worker has its own site, with a store to fill and a webhook to control. */
import { mkdtempDisposableSync } from 'node:fs';
import path from 'node:path';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import { pageLimit } from '../../../src/shared/api.ts';
import { becomeAdmin } from './sign-in.ts';
import { leads } from './fake-inbox.ts';
import { rowsOf } from './menus.ts';
import { Receiver } from '../servers/receiver.ts';
import { RunningSite, START_SCRIPT } from '../servers/running-site.ts';
import { quickFolder } from '../worlds/quick-folder.ts';
import { expect, test as base, visit, type Page } from './test.ts';

export { rowsOf } from './menus.ts';
export { expect, visit, type Page } from './test.ts';

const root = path.resolve(import.meta.dirname, '../../..');

type Each = (index: number) => Partial<SubmissionRecord>;

export type InboxSite = ReturnType<typeof siteOf>;

interface WorkerFixtures {
  site: InboxSite;
}

export const test = base.extend<object, WorkerFixtures>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it.
    async ({}, use) => {
      using folder = mkdtempDisposableSync(path.join(quickFolder, 'inbox-site-'));
      await using webhook = await Receiver.open();
      const env = {
        DATA_DIR: folder.path,
        WEBHOOK_URL: webhook.url.href,
        WEBHOOK_SECRET: '',
        // The leads of a test may be old, and the inbox must not raise alarms about them.
        ALERT_WAITING_HOURS: '0',
        ALERT_HELD_HOURS: '0',
        ALERT_SILENCE: 'off',
      };
      await using running = await RunningSite.ready(root, {
        command: [process.execPath, START_SCRIPT],
        env,
      });
      const store = openSqlite(folder.path, console.log);
      await use(siteOf(running.address, store, webhook));
      await store.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.address);
  },
});

function siteOf(address: string, store: Store, webhook: Receiver) {
  /** Stores this many leads, each changed as the test needs it. */
  const seed = async (count: number, each: Each = () => ({})) => {
    // A word that only these companies contain, so that a test can search for its own leads.
    const word = `w${crypto.randomUUID().slice(0, 8)}`;
    const records: SubmissionRecord[] = leads(count).map((lead, index) => ({
      ...lead,
      delivery: { state: 'delivered', at: lead.created_at },
      id: crypto.randomUUID(),
      company: `${word} company`,
      tries: 1,
      lease: null,
      ...each(index),
    }));
    // One transaction, because each one waits for the disk.
    await store.add(
      'submissions',
      records.map((submission) => ({ kind: 'submission', submission })),
    );
    return { word, records, ids: records.map(({ id }) => id) };
  };
  /** Opens a view with the demo admin's session. */
  const enter = async (page: Page, view = '/admin') => {
    await becomeAdmin(page);
    await visit(page, view);
  };
  /** Stores leads, and opens the view of them. */
  const enterSeeded = async (page: Page, count: number, each?: Each) => {
    const seeded = await seed(count, each);
    await enter(page, viewOf(seeded.word));
    await expect(rowsOf(page)).toHaveCount(Math.min(count, pageLimit.usual));
    return seeded;
  };
  return {
    address,
    store,
    webhook,
    seed,
    enter,
    enterSeeded,
    /** Stores unanswered leads, and opens the view of them. */
    enterWaiting: (page: Page, count: number) => enterSeeded(page, count, unanswered),
    /** Stores one lead, unanswered by default, and opens it. */
    openSeeded: async (page: Page, each: Each = unanswered) => {
      const seeded = await enterSeeded(page, 1, each);
      const [record] = seeded.records;
      if (!record) throw new Error('No lead was stored.');
      await openButton(page, record.id).click();
      return { ...seeded, record, id: record.id };
    },
  };
}

export const rowOf = (page: Page, id: string) => page.locator(`tr[data-id="${id}"]`);
export const openButton = (page: Page, id: string) =>
  rowOf(page, id).getByRole('button', { name: /^(?!Resend|Release)/ });
export const resendButton = (page: Page, id: string) =>
  rowOf(page, id).getByRole('button', { name: /^Resend/ });
export const panelOf = (page: Page) => page.getByRole('dialog');
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
export const viewOf = (word: string, more = '') => `/admin${more}#q=${word}`;
export const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' });

/** The inbox polls as soon as the network is back. */
export const soon = (page: Page, seen: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => {
      for (const type of ['offline', 'online']) dispatchEvent(new Event(type));
    });
    await seen();
  }).toPass();

/** The stored lead. The page shows an answer before it is saved, so a test has to wait. */
export const stampOf = async ({ store }: InboxSite, id = '') => (await store.get(id))?.answered;
export const isArchived = async ({ store }: InboxSite, id = '') => (await store.get(id))?.archived;

export const failed = () => ({
  delivery: { state: 'failed' as const, at: new Date().toISOString() },
  attempts: [],
});

/** A lead that came just now, at any time of the week. Each is older than the one before. */
export const unanswered = (index = 0) => ({
  answered: null,
  archived: false,
  created_at: new Date(Date.now() - index * 1000).toISOString(),
});
