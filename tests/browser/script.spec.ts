import { watchScripts } from '../support/pages/executed-script.ts';
import { readingPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of readingPaths) {
  test(`${path} runs at most 1 KB of script`, async ({ page, visit }) => {
    const executed = watchScripts(page);
    await visit(path);
    await page.waitForLoadState('networkidle');
    const { files, inline } = await executed();
    expect(files).toEqual([]);
    expect(inline).toBeLessThanOrEqual(1024);
  });
}
