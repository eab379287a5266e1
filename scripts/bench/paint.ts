/** Paint times on a slow phone: of public pages, relative to an empty page, and of the inbox's first row. */
import type { Browser } from 'playwright';
import { openBrowser } from '../../tests/support/chromium.ts';
import {
  paintOf,
  phone,
  slowPage,
  withEmptyPage,
  type Paint,
} from '../../tests/support/pages/paint.ts';
import { publicPaths } from '../../tests/support/pages/routes.ts';
import { logIn, type Session } from '../../tests/support/pages/sign-in.ts';
import { RunningSite } from '../../tests/support/servers/running-site.ts';
import { worst, type Figure } from './figures.ts';
import { seeded } from './filled-stores.ts';
import { lowerQuartile, staffedSite, withFolder } from './measuring.ts';

const visits = 15;

export async function measurePaint(): Promise<Figure[]> {
  await using site = await RunningSite.ready(process.cwd());
  const urls = publicPaths.map((path) => site.address + path);
  const [empty, ...pages] = await withEmptyPage((address) => paintAll([address, ...urls]));
  if (!empty) throw new Error('The empty page was not measured.');
  const named = pages.map((paint, i) => ({ ...paint, path: String(publicPaths[i]) }));
  const ratio = (kind: 'first' | 'largest') =>
    worst(
      `any public page: ${kind} paint on a slow phone, against an empty page`,
      'times',
      named,
      (paint) => paint[kind] / empty[kind],
    );
  const name = 'an empty page: first paint on a slow phone';
  return [...ratio('first'), ...ratio('largest'), { name, unit: 'ms', value: empty.first }];
}

/** Visits the pages in turn, so that other work on the machine slows all of them. */
async function paintAll(urls: readonly string[]): Promise<Paint[]> {
  await using browser = await openBrowser();
  const paints = urls.map((): Paint[] => []);
  for (let visit = 0; visit < visits; visit += 1)
    for (const [i, url] of urls.entries()) paints[i]?.push(await paintOf(browser, url));
  return paints.map((all) => ({
    first: lowerQuartile(all.map((paint) => paint.first)),
    largest: lowerQuartile(all.map((paint) => paint.largest)),
  }));
}

/** The network alone; the server adds no delay. */
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

/** Milliseconds from the start of the visit to the first row. */
async function firstRow(browser: Browser, url: string, session: Session): Promise<number> {
  await using context = await browser.newContext({ ...phone, storageState: session });
  const page = await slowPage(context, line);
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    () => document.querySelector('tbody th[scope=row]') && performance.now(),
  );
  return Number(await seen.jsonValue());
}
