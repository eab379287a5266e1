import type { APIRequestContext } from 'playwright/test';
import { pngSize } from '../support/pages/reading.ts';
import { publicPaths, unknownPath } from '../support/pages/routes.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

interface Linked {
  title: string;
  description: string;
  ids: string[];
  links: string[];
  assets: string[];
}

/** Each linked page, with its links and the anchors in it. */
async function crawl(page: Page, starts: readonly string[]) {
  const pages = new Map<string, Linked>();
  const ahead = [...starts];
  await page.goto('/robots.txt');
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    if (pages.has(path)) continue;
    const found = await page.evaluate(async (path) => {
      const html = await (await fetch(path)).text();
      const document = new DOMParser().parseFromString(html, 'text/html');
      const base = new URL(path, location.href);
      const own = (urls: string[]) => urls.filter((it) => new URL(it).origin === base.origin);
      const read = (selector: string, attribute: string) =>
        [...document.querySelectorAll(selector)].map((element) =>
          new URL(element.getAttribute(attribute) ?? '', base).toString(),
        );
      return {
        title: document.title,
        description:
          document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        links: own(read('a[href]', 'href')),
        assets: own([
          ...read('link:not([rel="canonical"])[href]', 'href'),
          ...read('[src]', 'src'),
          ...read('form[action][method="get" i]', 'action'),
        ]),
      };
    }, path);
    pages.set(path, found);
    ahead.push(...found.links.map((it) => new URL(it).pathname).filter(isPage));
  }
  return pages;
}

const isPage = (path: string) => !/\.\w+$/.test(path) && !path.startsWith('/api/');

const statusOf = async (request: APIRequestContext, url: string) =>
  (await request.get(url, { maxRedirects: 0 })).status();

test('every link, anchor and file that a page names exists, and each page has its own title', async ({
  page,
  request,
  complaints,
}) => {
  complaints.excuseMissing(unknownPath);
  const pages = await crawl(page, ['/', '/auth', unknownPath]);
  const broken: string[] = [];
  const statuses = new Map<string, number>();
  for (const [from, { links, assets }] of pages) {
    for (const target of [...links, ...assets]) {
      const { pathname, search, hash } = new URL(target);
      if (pathname === unknownPath || pathname.startsWith('/api/')) continue;
      const file = pathname + search;
      const status = statuses.get(file) ?? (await statusOf(request, file));
      statuses.set(file, status);
      if (status !== 200) broken.push(`${from}: ${target} is ${status}`);
      const id = decodeURIComponent(hash.slice(1));
      if (id && !pages.get(pathname)?.ids.includes(id))
        broken.push(`${from}: ${target} aims at nothing`);
    }
  }
  expect(broken).toEqual([]);
  for (const field of ['title', 'description'] as const)
    expect(new Set(publicPaths.map((it) => pages.get(it)?.[field])).size).toBe(publicPaths.length);
  const linked = [...pages.values()].flatMap(({ links }) =>
    links.map((it) => new URL(it).pathname),
  );
  for (const path of publicPaths) expect(linked).toContain(path);
});

test('the sitemap lists exactly the public pages, robots.txt allows them and names it, and the manifest describes each icon', async ({
  page,
  request,
}) => {
  await visit(page, '/');
  const home = new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '');
  const addresses = async (path: string) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
  };
  const listed = [];
  for (const part of await addresses('/sitemap-index.xml'))
    listed.push(...(await addresses(new URL(part).pathname)));
  expect(listed.map((it) => new URL(it).href).sort()).toEqual(
    publicPaths.map((path) => new URL(path, home).href).sort(),
  );
  const response = await request.get('/robots.txt');
  expect(response.status()).toBe(200);
  const lines = (await response.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines.filter((it) => /^Disallow: \/\s*$/.test(it))).toEqual([]);
  const sitemap = lines.find((it) => it.startsWith('Sitemap: '))?.slice('Sitemap: '.length);
  expect(new URL(sitemap ?? '').pathname).toBe('/sitemap-index.xml');

  const address = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const manifest = await request.get(address);
  expect(manifest.headers()['content-type']).toMatch(/^application\/(manifest\+)?json/);
  const { name, icons, start_url } = (await manifest.json()) as {
    name: string;
    icons: { src: string; type: string; sizes: string }[];
    start_url: string;
  };
  expect([name, start_url]).toEqual(['Leadwright', '/']);
  expect(icons.map((it) => it.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src, type, sizes } of icons) {
    const icon = await request.get(new URL(src, new URL(address, page.url())).pathname);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toContain(type);
    if (type === 'image/png') expect(pngSize(await icon.body()), src).toBe(sizes);
  }
  for (const rel of ['icon', 'apple-touch-icon'])
    await expect(page.locator(`link[rel="${rel}"]`), rel).not.toHaveCount(0);
});

test('an unknown path shows the 404 page with status 404 and logs the path', async ({
  page,
  complaints,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  for (const path of ['/deep/in/nothing', '/404']) {
    complaints.excuseMissing(path);
    await visit(page, path, { status: 404 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    expect(
      logged.filter((line) => line.includes(path) && !line.includes('Failed to load')),
    ).toHaveLength(1);
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});
