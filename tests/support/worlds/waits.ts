/** The waits that /api/health reports and the inbox's alarm shows. */
import { expect, type APIRequestContext, type Page } from 'playwright/test';
import { checkEvery } from '../../../src/islands/inbox/alarm/alarm-store.ts';
import { api } from '../../../src/shared/api.ts';
import { healthSchema } from '../../../src/shared/health.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { test as base, type InboxSite } from '../pages/inbox-site.ts';
import { worldWith } from './world.ts';

export const minute = 60_000;

/**
 * Empties the inbox, since leads of other tests may be waiting, and controls the page's clock. The
 * server caches its answer about the waits for some seconds: the page gets one from the same handler
 * without a cache.
 */
export const test = base.extend<{ emptyInbox: undefined }>({
  emptyInbox: [
    async ({ site, page }, use) => {
      await eraseAll(site);
      await page.clock.install();
      await page.route(`**${api.health}`, async (route) => {
        const answer = await openHealth()(
          new Request(route.request().url()),
          worldWith(site.store),
        );
        await route.fulfill({
          status: answer.status,
          contentType: 'application/json',
          body: await answer.text(),
        });
      });
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

/** For a test with the server's own answer, which it caches for some seconds. */
export async function untilHealthSays(
  request: APIRequestContext,
  minutes: number | null,
): Promise<void> {
  const said = async () => {
    const health = healthSchema.parse(await (await request.get(api.health)).json());
    const seconds = health.oldest_undelivered_seconds;
    return seconds === null ? null : Math.floor(seconds / 60);
  };
  await expect.poll(said).toBe(minutes);
}

/** Lets the page check the waits again at once. */
export const nextLook = (page: Page) => page.clock.fastForward(checkEvery);
