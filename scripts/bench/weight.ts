/** Bytes of each page on the first visit of a phone, with an empty cache. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Response } from 'playwright';
import { touchIslands, watchScripts } from '../../tests/support/pages/scripts.ts';
import { scrollToEnd } from '../../tests/support/pages/layout-shift.ts';
import { phone } from '../../tests/support/pages/paint.ts';
import { openBrowser } from '../../tests/support/chromium.ts';
import { publicPaths, readingPaths, unknownPath } from '../../tests/support/pages/routes.ts';
import { logIn, type Session } from '../../tests/support/pages/sign-in.ts';
import { RunningSite } from '../../tests/support/servers/running-site.ts';
import { adminPaths, staffPaths } from '../../src/shared/api.ts';
import { worst, type Figure } from './figures.ts';
import { staffedSite, withFolder } from './measuring.ts';

export type Weight = Awaited<ReturnType<typeof weigh>>;

export async function measureWeight(): Promise<Figure[]> {
  await using browser = await openBrowser();
  await using site = await RunningSite.ready(process.cwd());
  const weights: Weight[] = [];
  for (const path of [...publicPaths, '/auth', unknownPath])
    weights.push(await weigh(browser, site.address, path));
  // /admin redirects visitors who are not logged in.
  await withFolder(async (folder) => {
    await using staffed = await staffedSite(folder);
    const session = await logIn(browser, staffed.address);
    for (const path of adminPaths)
      weights.push(await weigh(browser, staffed.address, path, session));
  });
  return figuresOf(weights);
}

export function figuresOf(weights: readonly Weight[]): Figure[] {
  const isOnlyRead = ({ path }: Weight) => readingPaths.some((readingPath) => readingPath === path);
  const isForStaff = ({ path }: Weight) => staffPaths.some((staffPath) => staffPath === path);
  const ofPages = weights.flatMap((weight) => {
    const page = weight.path === unknownPath ? '404' : `\`${weight.path}\``;
    return [
      { name: `${page}: HTML with its styles`, value: weight.html },
      ...(isOnlyRead(weight)
        ? []
        : [
            { name: `${page}: script, before anything is touched`, value: weight.script.untouched },
            { name: `${page}: script, once everything is touched`, value: weight.script.touched },
          ]),
      { name: `${page}: all of a first visit`, value: weight.total },
    ];
  });
  return [
    ...ofPages.map((figure) => ({ ...figure, unit: 'KB' as const })),
    ...worst('any page: a font file', 'KB', weights, ({ fonts }) => Math.max(0, ...fonts)),
    ...worst('any page: font files', '', weights, ({ fonts }) => fonts.length),
    ...worst(
      'any public page: script from files, before anything is touched',
      'bytes',
      weights.filter((weight) => !isForStaff(weight)),
      ({ executed }) => executed.files,
    ),
    ...worst(
      'any page that is only read: script in the page',
      'bytes',
      weights.filter(isOnlyRead),
      ({ executed }) => executed.inline,
    ),
  ];
}

const brotli = (bytes: Buffer | string): number =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;

/** Bytes on the wire, without headers. The server compresses text; images and fonts are compressed already. */
const wireSize = (bytes: Buffer, type = '') =>
  /^(text|application)\/|svg|json|xml/.test(type) ? brotli(bytes) : bytes.length;

const sum = (all: readonly number[]) => all.reduce((total, it) => total + it, 0);

async function weigh(browser: Browser, address: string, path: string, session?: Session) {
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
  // The browser fetches the icon outside the page, so the page emits no event for it.
  const icon = await page.request.get(`${address}/favicon.svg`);

  await scrollToEnd(page);
  await touchIslands(page);
  const after = await Promise.all(responses.map(receivedIn));
  const sizes = (kind: string, files = received) =>
    files.filter((file) => file.kind === kind).map(({ size }) => size);
  return {
    path,
    html: sum([...sizes('document'), ...sizes('stylesheet')]),
    fonts: sizes('font'),
    /** Uncompressed bytes of the script that ran before anything was touched. */
    executed: {
      files: sum(received.filter(({ kind }) => kind === 'script').map(({ bytes }) => bytes)),
      inline,
    },
    /** Compressed bytes of all script that ran: before anything was touched, and after everything was. */
    script: {
      untouched: sum(sizes('script')) + brotli(source),
      touched: sum(sizes('script', after)) + brotli(source),
    },
    total: sum(received.map(({ size }) => size)) + brotli(await icon.body()),
  };
}

async function receivedIn(response: Response) {
  const bytes = await response.body();
  return {
    kind: response.request().resourceType(),
    bytes: bytes.length,
    size: wireSize(bytes, response.headers()['content-type']),
  };
}
