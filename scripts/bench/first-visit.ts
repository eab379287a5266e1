/** A first visit to a page, and the weight of what it loads. */
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, type BrowserContext, type Response } from 'playwright';
import { watchScripts } from '../../tests/support/pages/executed-script.ts';
import { touchIslands } from '../../tests/support/pages/island.ts';
import { unknownPath } from '../../tests/support/pages/routes.ts';
import { demoAdmin, login } from '../../tests/support/pages/sign-in.ts';
import { layoutShifts, scrollToEnd } from '../../tests/support/pages/layout-shift.ts';

export interface Weight {
  path: string;
  html: number;
  /** The styles in the page, which are part of `html`, compressed alone. */
  css: number;
  /** One entry for each file. */
  fonts: number[];
  images: number;
  icon: number;
  scripts: number;
  other: number;
  /** Uncompressed bytes of the script that ran. */
  executed: { files: number; inline: number };
  /** All script that ran, compressed: before anything is touched, and after everything is. */
  script: { untouched: number; touched: number };
  layoutShift: number;
  total: number;
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A phone with an empty cache, before anything is touched. */
const visitor = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

export function brotli(bytes: Buffer | string, quality = constants.BROTLI_MAX_QUALITY): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return brotliCompressSync(bytes, { params }).length;
}

/** Image and font formats are compressed already; text is compressed by the server. */
const travels = (bytes: Buffer, type = '') =>
  /^(text|application)\/|svg|json|xml/.test(type) ? brotli(bytes) : bytes.length;

/** `session` logs the visitor in; the cache is empty with it, too. */
export async function weigh(
  browser: Browser,
  address: string,
  path: string,
  session?: Session,
): Promise<Weight> {
  const context = await browser.newContext({
    ...visitor,
    ...(session && { storageState: session }),
  });
  try {
    const page = await context.newPage();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    const executedScript = watchScripts(page);
    const opened = await page.goto(address + path, { waitUntil: 'networkidle' });
    const wanted = path === unknownPath ? 404 : 200;
    if (opened?.status() !== wanted) throw new Error(`${path} answered ${opened?.status()}.`);
    const { inline, source } = await executedScript();

    const received = await Promise.all(
      responses.map(async (response) => {
        const bytes = await response.body();
        const size = travels(bytes, response.headers()['content-type']);
        return { kind: response.request().resourceType(), bytes, size };
      }),
    );
    const sizes = (kind: string) => received.filter((it) => it.kind === kind).map((it) => it.size);
    const sum = (all: number[]) => all.reduce((total, it) => total + it, 0);
    const document = received.find(({ kind }) => kind === 'document')?.bytes.toString() ?? '';
    const styles = [...document.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css);
    const icon = await tabIcon();

    await scrollToEnd(page);
    await touchIslands(page);
    const scriptFiles = await Promise.all(
      responses
        .filter((it) => it.request().resourceType() === 'script')
        .map(async (it) => brotli(await it.body())),
    );
    return {
      path,
      html: sum(sizes('document')) + sum(sizes('stylesheet')),
      css: brotli(styles.join('')) + sum(sizes('stylesheet')),
      fonts: sizes('font'),
      images: sum(sizes('image')),
      icon,
      scripts: sum(sizes('script')),
      other: sum(
        received
          .filter((it) => !['document', 'stylesheet', 'font', 'image', 'script'].includes(it.kind))
          .map((it) => it.size),
      ),
      executed: {
        files: sum(received.filter((it) => it.kind === 'script').map((it) => it.bytes.length)),
        inline,
      },
      script: {
        untouched: sum(sizes('script')) + brotli(source),
        touched: sum(scriptFiles) + brotli(source),
      },
      layoutShift: (await layoutShifts(page)).total,
      total: sum(received.map((it) => it.size)) + icon,
    };

    /** The browser fetches it outside the page, so the listener above doesn't see it. */
    async function tabIcon(): Promise<number> {
      const links = page.locator('link[rel="icon"]');
      const vector = page.locator('link[rel="icon"][type="image/svg+xml"]');
      const chosen = (await vector.count()) ? vector : links;
      const href = (await chosen.count()) ? await chosen.first().getAttribute('href') : null;
      const response = await context.request.get(new URL(href ?? '/favicon.ico', address).href);
      return response.ok() ? travels(await response.body(), response.headers()['content-type']) : 0;
    }
  } finally {
    await context.close();
  }
}

export async function logIn(browser: Browser, address: string): Promise<Session> {
  const context = await browser.newContext(visitor);
  try {
    const page = await context.newPage();
    await page.goto(`${address}/auth`);
    await login(page, demoAdmin);
    await page.waitForURL('**/admin');
    return await context.storageState();
  } finally {
    await context.close();
  }
}
