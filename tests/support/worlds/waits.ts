/** The alarms of an inbox whose leads are a test's own. */
import type { Page } from 'playwright/test';
import { checkEvery } from '../../../src/islands/inbox/alarm/alarm-store.ts';
import { test as base, type InboxSite } from '../pages/inbox-site.ts';

export const minute = 60_000;

/** Empties the inbox, since leads of other tests may be waiting, and controls the page's clock. */
export const test = base.extend<{ emptyInbox: undefined }>({
  emptyInbox: [
    async ({ site, page }, use) => {
      await eraseAll(site);
      await page.clock.install();
      await use(undefined);
      await eraseAll(site);
    },
    { auto: true },
  ],
});

async function eraseAll({ store }: InboxSite): Promise<void> {
  const now = new Date().toISOString();
  await store.erase(await store.idsBefore(now, 100_000), now);
}

/** Lets the page ask for alarms again at once. */
export const nextLook = (page: Page) => page.clock.fastForward(checkEvery);
