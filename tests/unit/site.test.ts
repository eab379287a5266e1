import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path, { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsIn } from '../../scripts/check-site.ts';
import { owner } from '../../scripts/doctor/own-words.ts';
import { jsonSchema } from '../../site/schema/site.ts';
import { company, location } from '../../src/copy/company.ts';
import { trackedSources } from '../support/guards/tracked.ts';

const treePage = 'industries/tree-service.json';
const read = (name: string): string => readFileSync(`site/${name}`, 'utf8');
const problems = (name: string, text = read(name)) => problemsIn(`site/${name}`, text);

describe('an editable file of the site', () => {
  test('matches its schema', () => {
    const names = globSync('{,pages/,industries/}*.json', { cwd: 'site' });
    expect(names.length).toBeGreaterThan(9);
    for (const name of names) expect(problems(name)).toEqual([]);
  });

  test('leads VS Code to its part of the JSON schema', async () => {
    const generated = JSON.stringify(jsonSchema);
    await expect(`${generated}\n`).toMatchFileSnapshot('../../site/schema/site.json');
    for (const name of globSync('{,pages/,industries/}*.json', { cwd: 'site' })) {
      const { $schema } = JSON.parse(read(name)) as { $schema: string };
      const part = name.startsWith('industries/') ? 'industry' : basename(name, '.json');
      expect($schema, name).toBe(
        `${name.includes('/') ? '..' : '.'}/schema/site.json#/$defs/${part}`,
      );
      expect(generated, name).toContain(`"/${part}$"}}},"then":{"$ref":"#/$defs/${part}"}`);
    }
  });

  test.each([
    [
      'prices.json',
      '"price": 55',
      '"price": "55"',
      'trades, number 4, price: Invalid input: expected number, received string. The price of one qualified lead',
    ],
    [
      'prices.json',
      '"label": "Roofing',
      '"labels": "Roofing',
      'trades, number 4: Unrecognized key',
    ],
    ['prices.json', '"price": 55', '"price": 39', 'Roofing / Gutters costs less than lowestPrice.'],
    [
      'pages/home.json',
      '"tree-service"',
      '"pools"',
      'feedTrade: There is no site/industries/pools.json.',
    ],
    ['prices.json', '"roofing"', '"pool"', 'There are two trades with the value pool.'],
    ['prices.json', '"roofing"', '"other"', 'trades, number 4, value: Invalid string'],
    ['prices.json', '"price": 55 },', '"price": 55 }', 'A comma, quote or bracket'],
    ['prices.json', '{', '\uFEFF{', 'Save it as UTF-8, without a byte order mark.'],
    ['company.json', 'hello@', 'hello\uFFFD@', 'Save it as UTF-8'],
    ['company.json', '"name": "Leadwright",', '', "name: It is missing. The company's name."],
    ['company.json', 'hello@', 'hello', 'email: Invalid email address. The address'],
    ['hours.json', '"Monday"', '"Mon"', 'firstDay: Invalid option'],
    ['hours.json', '[]', '["12/25"]', 'holidays, number 1: Invalid ISO date'],
    ['hours.json', '[]', '["2026-12-25", "2026-12-25"]', 'holidays: A day is in the list twice.'],
    ['hours.json', '18', '6', 'closes: It must be later than opens. 6 PM is 18.'],
    ['hours.json', '/Chicago', '/Houston', 'timeZone: There is no time zone America/Houston.'],
    ['claims.json', '"figure": "4.9/5", ', '', 'claims, rating, figure: It is missing.'],
    ['pages/about.json', '"story"', '"history"', 'story: It is missing. A paragraph each.'],
    [
      treePage,
      '"#8bd450"',
      'null',
      'colors, primary: Invalid input: expected string, received null. The',
    ],
    [treePage, '"#8bd450"', '"red;}body{}"', 'colors, primary: Invalid string'],
    [treePage, '"#8bd450"', '"#4d4d4d"', 'colors, primary: #4d4d4d is too close to ink ('],
    [treePage, '"#285712"', '"#888888"', 'colors, primaryDark: #888888 is too close to primary'],
    [treePage, '"#833208"', '"#999999"', 'colors, accent: #999999 is too close to ticket ('],
    [treePage, '"Tree Service"', '" "', 'name: Invalid string'],
    [treePage, '"Targeted ads"', `"${'x'.repeat(51)}"`, 'howItWorks, step1, title: Too big'],
    [treePage, '"step3"', '"step4"', 'howItWorks: Unrecognized key'],
    [treePage, '"email": "pat@', '"mail": "pat@', 'demoLeads, number 1, email: It is missing'],
  ])('is refused in a sentence: %s with %s as %s', (name, from, to, sentence) => {
    expect(read(name)).toContain(from);
    const found = problems(name, read(name).replace(from, to)).join('\n');
    expect(found).toContain(`site/${name}: ${sentence}`);
  });
});

test('a copied file under another name, and a trade page without a price, are refused', () => {
  expect(problems('prices copy.json', read('prices.json'))).toEqual([
    'site/prices copy.json: No page uses a file of this name. Remove it, or move it out of site/.',
  ]);
  expect(problemsIn('site/industries/masonry.json', read(treePage))).toEqual([
    'site/industries/masonry.json: It has no price. Add a trade with the value masonry to site/prices.json.',
  ]);
});

test('the build’s first command refuses an edited consent or legal text that was published', async () => {
  await using copy = await mkdtempDisposable(path.join(tmpdir(), 'site-'));
  const at = (name: string): string => path.join(copy.path, name);
  for (const name of ['functions', 'scripts', 'site', 'src', 'package.json'])
    await cp(name, at(name), { recursive: true });
  await symlink(path.resolve('node_modules'), at('node_modules'), 'junction');
  const check = () =>
    spawnSync(process.execPath, ['scripts/check-site.ts'], { cwd: copy.path, encoding: 'utf8' });
  expect(check()).toMatchObject({ status: 0, stderr: '' });

  const text = await readFile(at('site/consent.json'), 'utf8');
  await writeFile(at('site/consent.json'), text.replace('I agree', 'We agree'));
  await appendFile(at('site/legal/privacy-policy.yaml'), '# More words.\n');
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toContain('The site was not built.');
  expect(stderr).toMatch(/The consent text of \S+ isn't the one that was published\./);
  expect(stderr).toMatch(/The privacy-policy\.yaml of \S+ isn't the one that was published\./);
});

test('the doctor lists Leadwright’s remaining values on a fresh copy', () => {
  expect(() => owner()).toThrow(
    "still Leadwright's: name, email, domain, tagline, city in site/company.json; the name in site/consent.json; the name in site/earlier-consents.json; what was tested in site/legal/accessibility.yaml; Houston in site/industries/tree-service.json; the mark in src/brand.ts; the mark in public/favicon.svg; the name in public/site.webmanifest; Houston in src/components/drawings/Skyline.astro (docs/change-words.md)",
  );
  expect(() => owner({ ...company, name: 'Acme', email: 'a@acme.example' })).toThrow(
    "still Leadwright's: domain, tagline,",
  );
});

const sources = trackedSources(
  /^(src|functions|netlify|scripts)\/.*\.(ts|tsx|mjs|astro|css|yaml)$|^(astro\.config\.mjs|netlify\.toml|firebase\.json)$/,
);

test.each([
  ['name', company.name],
  ['e-mail address', company.email],
  ['domain', company.domain],
  ['city', location],
])('no source outside of site/ repeats the company’s %s', (_, words) => {
  expect(sources.length).toBeGreaterThan(100);
  const naming = sources.filter(({ text }) => text.includes(words));
  expect(naming.map(({ path }) => path)).toEqual([]);
});

/** The files that docs/change-words.md tells a new owner to replace, and the values that the doctor compares with. */
const replaced =
  /^(site\/(company|consent|earlier-consents)\.json|site\/schema\/site\.ts|public\/site\.webmanifest)$/;

test('no file names Leadwright, except for the company’s own files and the consent texts', () => {
  const files = trackedSources(/^(src|functions|netlify|scripts|site|public)\//);
  const naming = files.filter(({ text }) => text.includes('Leadwright')).map(({ path }) => path);
  expect(naming.filter((path) => replaced.test(path))).not.toEqual([]);
  expect(naming.filter((path) => !replaced.test(path))).toEqual([]);
});
