/** The waits that /api/health reports and the inbox's alarm shows. */
import { expect, type APIRequestContext, type Page } from 'playwright/test';
import { checkEvery } from '../../../src/islands/inbox/alarm/alarm-store.ts';
import { api } from '../../../src/shared/api.ts';
import { healthSchema, type Health } from '../../../src/shared/health.ts';
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

/** The server caches its answer for some seconds. */
export async function untilHealthSays(
  request: APIRequestContext,
  minutes: number | null,
  field: Exclude<keyof Health, 'store' | 'retention_behind'> = 'oldest_undelivered_seconds',
): Promise<void> {
  const said = async () => {
    const health = healthSchema.parse(await (await request.get(api.health)).json());
    const seconds = health[field];
    return seconds === null ? null : Math.floor(seconds / 60);
  };
  await expect.poll(said, { timeout: 20_000 }).toBe(minutes);
}

/** Lets the page check the waits again at once. */
export const nextLook = (page: Page) => page.clock.fastForward(checkEvery);
