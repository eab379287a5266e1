/** How soon an admin with a slow phone and an empty cache sees the inbox's first row. */
import type { Browser } from 'playwright';
import { openBrowser } from '../../tests/support/chromium.ts';
import { phone, slowPage } from '../../tests/support/pages/paint.ts';
import type { Figure } from './figures.ts';
import { seeded } from './leads.ts';
import { logIn, lowerQuartile, type Session, staffedSite, withFolder } from './measuring.ts';

const visits = 9;
/** The line itself; the server adds no delays to it. */
const line = { latencyMs: 150, kilobits: { down: 1600, up: 750 } };

export const measureFirstRow = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    await (await seeded(folder, 1000)).store.close();
    await using site = await staffedSite(folder);
    await using browser = await openBrowser();
    const session = await logIn(browser, site.address);
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit += 1)
      times.push(await firstRow(browser, `${site.address}/admin`, session));
    const name = 'inbox with 1,000 leads: first row on a slow phone';
    return [{ name, unit: 'ms', value: lowerQuartile(times) }];
  });

/** Milliseconds from the beginning of the visit. */
async function firstRow(browser: Browser, url: string, session: Session): Promise<number> {
  await using context = await browser.newContext({ ...phone, storageState: session });
  const page = await slowPage(context, line);
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    () => document.querySelector('tbody th[scope=row]') && performance.now(),
  );
  return Number(await seen.jsonValue());
}
