import { brotliCompressSync } from 'node:zlib';
import { watchScripts } from '../support/pages/executed-script.ts';
import { publicPaths, readingPaths, thanksPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of [...publicPaths, thanksPath])
  test(`${path} loads no script file and runs at most 3 KB of script before a touch`, async ({
    page,
    visit,
  }) => {
    const executed = watchScripts(page);
    await visit(path);
    for (const island of await page.locator('astro-island[client=touch] > *').all()) {
      await island.scrollIntoViewIfNeeded();
      await island.hover();
    }
    await page.waitForLoadState('networkidle');
    const { files, source } = await executed();
    // The feed plays when it is in view, and a pointer may have to pass it.
    const feed = await page.locator('astro-island[client=visible]:not([ssr])').count();
    expect(files.filter((it) => !(feed && /DemoFeed|client|react/.test(it)))).toEqual([]);
    expect(brotliCompressSync(source).length).toBeLessThanOrEqual(3 * 1024);
    await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0);
  });

for (const path of readingPaths)
  test(`${path} runs at most 1 KB of script`, async ({ page, visit }) => {
    const executed = watchScripts(page);
    await visit(path);
    await page.waitForLoadState('networkidle');
    const { files, inline } = await executed();
    expect(files).toEqual([]);
    expect(inline).toBeLessThanOrEqual(1024);
  });
