/** A first visit to a page by a phone with an empty cache, and the weight of what it loads. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, BrowserContext, Page, Response } from 'playwright';
import { watchScripts } from '../../tests/support/pages/executed-script.ts';
import { touchIslands } from '../../tests/support/pages/island.ts';
import { scrollToEnd } from '../../tests/support/pages/layout-shift.ts';
import { phone } from '../../tests/support/pages/paint.ts';
import { unknownPath } from '../../tests/support/pages/routes.ts';
import { demoAdmin, login } from '../../tests/support/pages/sign-in.ts';

export interface Weight {
  path: string;
  html: number;
  /** One entry for each file. */
  fonts: number[];
  /** Uncompressed bytes of the script that ran before anything was touched. */
  executed: { files: number; inline: number };
  /** All script that ran, compressed: before anything is touched, and after everything is. */
  script: { untouched: number; touched: number };
  total: number;
}

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

const brotli = (bytes: Buffer | string): number =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;

/** Image and font formats are compressed already; text is compressed by the server. Without headers. */
const travels = (bytes: Buffer, type = '') =>
  /^(text|application)\/|svg|json|xml/.test(type) ? brotli(bytes) : bytes.length;

const sum = (all: readonly number[]) => all.reduce((total, it) => total + it, 0);

/** `session` logs the visitor in; the cache is empty with it, too. */
export async function weigh(
  browser: Browser,
  address: string,
  path: string,
  session?: Session,
): Promise<Weight> {
  await using context = await browser.newContext({
    ...phone,
    ...(session && { storageState: session }),
  });
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  const executedScript = watchScripts(page);
  const opened = await page.goto(address + path, { waitUntil: 'networkidle' });
  const wanted = path === unknownPath ? 404 : 200;
  if (opened?.status() !== wanted) throw new Error(`${path} answered ${opened?.status()}.`);
  const { inline, source } = await executedScript();
  const received = await Promise.all(responses.map(receivedIn));
  const icon = await tabIcon(page, address);

  await scrollToEnd(page);
  await touchIslands(page);
  const after = await Promise.all(responses.map(receivedIn));
  const sizes = (kind: string, of = received) =>
    of.filter((it) => it.kind === kind).map(({ size }) => size);
  return {
    path,
    html: sum([...sizes('document'), ...sizes('stylesheet')]),
    fonts: sizes('font'),
    executed: {
      files: sum(received.filter((it) => it.kind === 'script').map(({ bytes }) => bytes)),
      inline,
    },
    script: {
      untouched: sum(sizes('script')) + brotli(source),
      touched: sum(sizes('script', after)) + brotli(source),
    },
    total: sum(received.map(({ size }) => size)) + icon,
  };
}

async function receivedIn(response: Response) {
  const bytes = await response.body();
  return {
    kind: response.request().resourceType(),
    bytes: bytes.length,
    size: travels(bytes, response.headers()['content-type']),
  };
}

/** The browser fetches it outside the page, so no event of the page has it. */
async function tabIcon(page: Page, address: string): Promise<number> {
  const links = page.locator('link[rel="icon"]');
  const vector = page.locator('link[rel="icon"][type="image/svg+xml"]');
  const chosen = (await vector.count()) ? vector : links;
  const href = (await chosen.count()) ? await chosen.first().getAttribute('href') : null;
  const response = await page.request.get(new URL(href ?? '/favicon.ico', address).href);
  return response.ok() ? travels(await response.body(), response.headers()['content-type']) : 0;
}

export async function logIn(browser: Browser, address: string): Promise<Session> {
  await using context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(`${address}/auth`);
  await login(page, demoAdmin);
  await page.waitForURL('**/admin');
  return await context.storageState();
}
