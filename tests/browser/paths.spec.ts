import { staffPaths } from '../../src/shared/staff-paths.ts';
import { test as withoutPage } from 'playwright/test';
import { publicPaths, thanksPath, unknownPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

const pages = [...publicPaths, ...staffPaths, thanksPath];

withoutPage(
  'each page answers 200, and the same path with a slash redirects to it',
  async ({ request, baseURL }) => {
    for (const path of pages) {
      const response = await request.get(path, { maxRedirects: 0 });
      expect(response.status(), path).toBe(200);
      expect(response.headers()['content-type'], path).toMatch(/^text\/html; ?charset=utf-8$/i);
      if (path === '/') continue;
      const redirect = await request.get(`${path}/`, { maxRedirects: 0 });
      expect(redirect.status(), `${path}/`).toBe(301);
      expect(new URL(redirect.headers()['location'] ?? '', baseURL).pathname).toBe(path);
    }
  },
);

for (const path of [unknownPath, '/roofing', '/tree-services', '/deep/in/nothing', '/404']) {
  test(`${path} shows the 404 page with status 404 and logs the path`, async ({ page, visit }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await visit(path, { status: 404 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    expect(logged.filter((it) => it.includes(path) && !it.includes('Failed to load'))).toHaveLength(
      1,
    );
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
}
