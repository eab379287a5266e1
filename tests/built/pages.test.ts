import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packagesOf } from '../../scripts/command.ts';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { filledIn } from '../support/builders/filled-in.ts';
import { postForm } from '../support/builders/requests.ts';
import { aWorld } from '../support/worlds/world.ts';
import { isSoak } from '../support/soak.ts';

/** The templates that functions fill in, and the page that results from the first. */
const formPages = ['.built/form-again.html', '.built/stop.html'];
const refusedForm = 'refused-form.html';

/** Every page that visitors get from the build, by its file name. */
async function builtPages(): Promise<Map<string, string>> {
  if (!formPages.every((it) => existsSync(it)))
    throw new Error('No build here: run npm run build first.');
  const files = [...globSync('dist/**/*.html').toSorted(), ...formPages];
  const pages = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  return pages.set(refusedForm, await refusedFormPage());
}

/** The page that a visitor without JavaScript gets after an error in the form. */
async function refusedFormPage(): Promise<string> {
  await using world = aWorld();
  const { consent_marketing, ...words } = filledIn;
  const fields = { ...words, consent_marketing: String(consent_marketing), email: 'nobody' };
  const response = await submitContact(postForm(fields), world.deps);
  return await response.text();
}

let pages: Map<string, string>;

beforeAll(async () => {
  pages = await builtPages();
});

const planted = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Planted</title></head><body>${body}</body></html>`;

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // The minifier chooses quotes, case, spaces and slashes, and browsers accept each choice.
    'attr-quotes': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // The standard allows p and li without an end tag, which the minifier omits.
    'no-implicit-close': 'off',
    // The test of the head checks the length of titles.
    'long-title': 'off',
  },
});

test('the build has the home page, the 404 page and a page in a folder', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['dist/index.html', 'dist/404.html', 'dist/admin/audit.html']),
  );
});

test('a public page records how the visit began, and no staff page does', () => {
  const scriptOf = (name: string) =>
    /<script type="module">((?:(?!<\/script>).)*leadwright:first.*?)<\/script>/s.exec(
      pages.get(`dist/${name}.html`) ?? '',
    )?.[1];
  for (const name of ['index', 'contact', 'about', 'tree-service', '404'])
    expect(scriptOf(name), name).toContain('sessionStorage');
  for (const name of ['admin', 'auth']) expect(scriptOf(name), name).toBeUndefined();
});

describe('every built page', () => {
  test('shows no value that only code should see', () => {
    const found = [...pages].flatMap(([name, html]) =>
      leftoversOf(html).map((it) => `${name}: ${it}`),
    );
    expect(found).toEqual([]);
  });

  test('satisfies html-validate', async () => {
    const found: string[] = [];
    for (const [name, html] of pages) {
      const { results } = await validator.validateString(html, name);
      for (const { ruleId, selector, line, message } of results.flatMap((it) => it.messages))
        found.push(`${name}: ${ruleId} at ${selector ?? String(line)}: ${message}`);
    }
    expect(found).toEqual([]);
  });

  if (isSoak) {
    test('satisfies the Nu checker', async () => {
      const wrong = 'dist/wrong.html';
      const served = new Map([...pages, [wrong, planted('<p><div></p>')]]);
      // Functions fill in their placeholders before a visitor gets them, as in a refused form.
      for (const page of formPages) served.delete(page);
      const found = await checkWithNu(served);
      expect(found.filter((it) => !it.startsWith(wrong))).toEqual([]);
      expect(found, 'the planted page').not.toEqual([]);
    });
  }
});

describe('the search for leftover values', () => {
  test.each([
    '<p>There is a ${claims.guarantee}.</p>',
    '<img alt="undefined">',
    '<script type="application/ld+json">{"name":"[object Object]"}</script>',
    '<p>$NaN</p>',
  ])('finds a leftover value in %s', (body) => {
    expect(leftoversOf(planted(body))).toHaveLength(1);
  });

  test.each(['<script>if (a === undefined) b = `${c}`</script>', '<p>Banana, object, {a}</p>'])(
    'accepts %s',
    (body) => expect(leftoversOf(planted(body))).toEqual([]),
  );
});

const code =
  /<script\b(?![^>]*\btype="?application\/ld\+json)[^>]*>.*?<\/script>|<style\b.*?<\/style>/gs;
const leftover = /.{0,40}(?:\$\{|\bundefined\b|\[object\b|\bNaN\b).{0,40}/gs;

/** The places where a page shows values that only code should see: text, attributes, structured data. */
function leftoversOf(html: string): string[] {
  return html.replace(code, '').match(leftover) ?? [];
}

const run = promisify(execFile);

const report = z.object({
  messages: z.array(
    z.object({
      url: z.string().optional(),
      message: z.string(),
      extract: z.string().optional(),
    }),
  ),
});

/** The errors of the Nu checker, one sentence each. It needs Java 11. All pages share one JVM. */
async function checkWithNu(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const jar = path.join(packagesOf('tests/soak/tools'), 'vnu-jar/build/dist/vnu.jar');
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'nu-'));
  for (const [name, html] of pages) {
    const file = path.join(folder.path, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }
  const { stdout } = await run('java', [
    ...['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', '--skip-non-html'],
    // Nu's CSS is older than view transitions; React closes void elements with a slash.
    ...['--filterpattern', 'CSS: .*|Trailing slash on void elements .*', folder.path],
  ]);
  return report.parse(JSON.parse(stdout)).messages.map(({ url = '', message, extract = '' }) => {
    const page = path.relative(folder.path, fileURLToPath(url));
    return `${page}: ${message} ${extract}`;
  });
}
