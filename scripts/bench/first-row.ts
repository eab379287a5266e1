/** How soon an admin with a slow phone and an empty cache sees the inbox's first row. */
import type { Browser } from 'playwright';
import { openBrowser } from '../../tests/support/chromium.ts';
import { phone, slowPage } from '../../tests/support/pages/paint.ts';
import { logIn, type Session } from './first-visit.ts';
import { firstRowFigures, rowsInInbox } from './figures.ts';
import { measured, type Measured } from './format.ts';
import { seeded } from './leads.ts';
import { lowerQuartile } from './measuring.ts';
import { withStaffedSite } from './site.ts';

const visits = 9;
/** The line itself; the server adds no delays to it. */
const line = { latencyMs: 150, kilobits: { down: 1600, up: 750 } };

export async function measureFirstRow(): Promise<Measured[]> {
  const fill = async (folder: string) => (await seeded(folder, rowsInInbox)).store.close();
  const times = await withStaffedSite(async (address) => {
    await using browser = await openBrowser();
    const session = await logIn(browser, address);
    const all: number[] = [];
    for (let visit = 0; visit < visits; visit += 1)
      all.push(await firstRow(browser, `${address}/admin`, session));
    return all;
  }, fill);
  return measured(firstRowFigures, { row: lowerQuartile(times) });
}

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
