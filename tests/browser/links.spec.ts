import type { APIRequestContext } from 'playwright/test';
import { publicPaths, unknownPath } from '../support/pages/routes.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

/** Each linked page, with its links and the anchors in it. */
async function crawl(page: Page, starts: readonly string[]) {
  const pages = new Map<string, { ids: string[]; links: string[]; assets: string[] }>();
  const ahead = [...starts];
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    if (pages.has(path)) continue;
    await page.goto(path);
    const found = await page.evaluate(() => {
      const own = (urls: string[]) =>
        urls.filter((it) => new URL(it, location.href).origin === location.origin);
      const read = (selector: string, attribute: string) =>
        [...document.querySelectorAll(selector)].map((it) =>
          new URL(it.getAttribute(attribute) ?? '', location.href).toString(),
        );
      return {
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        links: own(read('a[href]', 'href')),
        assets: own([
          ...read('link:not([rel="canonical"])[href]', 'href'),
          ...read('[src]', 'src'),
          ...read('form[action][method="get" i]', 'action'),
        ]),
      };
    });
    pages.set(path, found);
    ahead.push(...found.links.map((it) => new URL(it).pathname).filter(isPage));
  }
  return pages;
}

const isPage = (path: string) => !/\.\w+$/.test(path) && !path.startsWith('/api/');

const statusOf = async (request: APIRequestContext, url: string) =>
  (await request.get(url, { maxRedirects: 0 })).status();

test('every link, anchor and file that a page names exists', async ({
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
  // The links reach every public page but the industry pages, which ads lead to.
  for (const path of publicPaths.filter((it) => it !== '/tree-service'))
    expect([...pages.keys()]).toContain(path);
});

test('the sitemap lists exactly the public pages', async ({ page, request, visit }) => {
  await visit('/');
  const home = new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '');
  const addresses = async (path: string) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, it]) => it ?? '');
  };
  const listed = [];
  for (const part of await addresses('/sitemap-index.xml'))
    listed.push(...(await addresses(new URL(part).pathname)));
  expect(listed.map((it) => new URL(it).href).sort()).toEqual(
    publicPaths.map((path) => new URL(path, home).href).sort(),
  );
});

test('robots.txt allows the pages and names the sitemap', async ({ request }) => {
  const response = await request.get('/robots.txt');
  expect(response.status()).toBe(200);
  const lines = (await response.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines.filter((it) => /^Disallow: \/\s*$/.test(it))).toEqual([]);
  const sitemap = lines.find((it) => it.startsWith('Sitemap: '))?.slice('Sitemap: '.length);
  expect(new URL(sitemap ?? '').pathname).toBe('/sitemap-index.xml');
});
