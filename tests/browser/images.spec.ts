import { pngSize } from '../support/pages/image.ts';
import { expect, test } from '../support/pages/test.ts';

interface Icon {
  src: string;
  type: string;
  sizes: string;
}

test('the manifest describes each icon correctly', async ({ page, request, visit }) => {
  await visit('/');
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
  const address = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const manifest = await request.get(address);
  expect(manifest.status()).toBe(200);
  expect(manifest.headers()['content-type']).toMatch(/^application\/(manifest\+)?json/);
  const { name, icons, start_url } = (await manifest.json()) as {
    name: string;
    icons: Icon[];
    start_url: string;
  };
  expect(name).toBe('Leadwright');
  expect(start_url).toBe('/');
  expect(icons.map((it) => it.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src, type, sizes } of icons) {
    const icon = await request.get(new URL(src, new URL(address, page.url())).pathname);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toContain(type);
    if (type === 'image/png') expect(pngSize(await icon.body()), src).toBe(sizes);
  }
});

test('a tab and a home screen have an icon', async ({ page, request, visit }) => {
  await visit('/');
  for (const rel of ['icon', 'apple-touch-icon']) {
    const links = await page.locator(`link[rel="${rel}"]`).all();
    expect(links.length, rel).toBeGreaterThan(0);
    for (const link of links) {
      const icon = await request.get((await link.getAttribute('href')) ?? '');
      expect(icon.status()).toBe(200);
      expect(icon.headers()['content-type']).toMatch(/^image\//);
    }
  }
});
