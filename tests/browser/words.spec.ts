import { readText } from '../support/pages/reading.ts';
import { publicPaths, unknownPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { footerWords, words } from '../support/builders/words.ts';

const missingFrom = (text: string, wanted: readonly (string | RegExp)[]) =>
  wanted.filter((it) => (typeof it === 'string' ? !text.includes(it) : !it.test(text))).map(String);

test.use({ javaScriptEnabled: false });

test('each page says what the owner asked for, and ends with the company’s name and place', async ({
  page,
  visit,
}) => {
  for (const path of [...publicPaths, unknownPath]) {
    await visit(path);
    expect(missingFrom(await readText(page), words[path] ?? []), path).toEqual([]);
    expect(missingFrom(await readText(page, 'body > footer'), footerWords), path).toEqual([]);
  }
});
