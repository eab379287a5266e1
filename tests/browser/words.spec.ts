import { readText } from '../support/pages/reading.ts';
import { publicPaths, unknownPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { footerWords, ways, words } from '../support/builders/words.ts';

const missingFrom = (text: string, wanted: readonly (string | RegExp)[]) =>
  wanted.filter((it) => (typeof it === 'string' ? !text.includes(it) : !it.test(text))).map(String);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of [...publicPaths, unknownPath]) {
    test(`${path} says what the owner asked for, and ends with the company's name and place`, async ({
      page,
      visit,
    }) => {
      await visit(path);
      expect(missingFrom(await readText(page), words[path] ?? [])).toEqual([]);
      expect(missingFrom(await readText(page, 'body > footer'), footerWords)).toEqual([]);
    });
  }
});

for (const [on, its] of Map.groupBy(ways, ({ on }) => on)) {
  test(`${on} leads on to ${its.map(({ to }) => to).join(', ')}`, async ({ page, visit }) => {
    await visit(on);
    for (const { name, to, count } of its) {
      const links = page.getByRole('main').getByRole('link', { name });
      if (count !== undefined) await expect(links).toHaveCount(count);
      const found = await links.evaluateAll((all) => all.map((it) => it.getAttribute('href')));
      const targets = found.map((it) => it?.replace(/^(.+)#.*$/, '$1'));
      expect(targets, String(name)).toContain(to);
      if (count !== undefined) expect(new Set(found).size, String(name)).toBe(1);
    }
  });
}
