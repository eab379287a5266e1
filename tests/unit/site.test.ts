import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { disagreements, wordsOn } from '../../scripts/build/claims-ledger.ts';
import { problemsIn } from '../../scripts/check-site.ts';
import { claims as claimsFinding, contradictions, owner } from '../../scripts/doctor/own-words.ts';
import { company, location } from '../../src/copy/company.ts';
import { claims } from '../../src/copy/written.ts';
import { trackedSources } from '../support/guards/tracked.ts';

const treePage = 'industries/tree-service.json';
const read = (name: string): string => readFileSync(`site/${name}`, 'utf8');
const problems = (name: string, text = read(name), today = '2026-11-24') =>
  problemsIn(`site/${name}`, text, today);

describe('a file that an owner edits', () => {
  test('fits its schema today', () => {
    const names = globSync('{,pages/,industries/}*.json', { cwd: 'site' });
    expect(names.length).toBeGreaterThan(9);
    for (const name of names)
      expect(problems(name, read(name), new Date().toISOString().slice(0, 10))).toEqual([]);
  });

  test('leads an editor to its part of the schema', () => {
    const editors = JSON.stringify(JSON.parse(read('schema/site.json')));
    for (const name of globSync('{,pages/,industries/}*.json', { cwd: 'site' })) {
      const { $schema } = JSON.parse(read(name)) as { $schema: string };
      const part = name.startsWith('industries/') ? 'industry' : basename(name, '.json');
      expect($schema, name).toBe(
        `${name.includes('/') ? '..' : '.'}/schema/site.json#/$defs/${part}`,
      );
      expect(editors, name).toContain(`"/${part}$"}}},"then":{"$ref":"#/$defs/${part}"}`);
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
    ['company.json', 'hello@', 'hello', 'email: Invalid email address. The address'],
    ['hours.json', '"Monday"', '"Mon"', 'firstDay: Invalid option'],
    ['hours.json', '[]', '["12/25"]', 'holidays, number 1: Invalid ISO date'],
    ['hours.json', '18', '6', 'closes: It must be later than opens. 6 PM is 18.'],
    ['hours.json', '/Chicago', '/Houston', 'timeZone: There is no time zone America/Houston.'],
    ['claims.json', '"basis": "the owner\'s word",', '', 'claims, rating, basis: It is missing.'],
    ['claims.json', '"2027-12-31"', '"2026-11-23"', '“4.9/5” (on /) was good until 2026-11-23.'],
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

test('a copy of a file under another name, and a page of a trade that has no price, are refused', () => {
  expect(problems('prices copy.json', read('prices.json'))).toEqual([
    'site/prices copy.json: No page uses a file of this name. Remove it, or move it out of site/.',
  ]);
  expect(problemsIn('site/industries/masonry.json', read(treePage), '2026-11-24')).toEqual([
    'site/industries/masonry.json: It has no price. Add a trade with the value masonry to site/prices.json.',
  ]);
});

describe('the ledger of claims', () => {
  const ledger = Object.fromEntries(
    Object.entries(claims).filter(([id]) => ['call', 'dispute', 'satisfaction'].includes(id)),
  );
  const pages = {
    '/about': 'you can dispute any of them 97%',
    '/contact': 'A 15-minute call.',
    '/services': 'We talk for 15 minutes.',
  };
  const problemsOn = (changed: Partial<typeof pages>) =>
    disagreements(new Map(Object.entries({ ...pages, ...changed })), ledger);

  test('agrees with pages that say what it lists, in either spelling', () => {
    expect(problemsOn({})).toEqual([]);
  });

  test.each([
    '98%',
    '$2.3M+',
    '600+',
    '4.8/5',
    '24/7',
    '24-48 hours',
    '10-minute',
    '2 business days',
    '$41',
    '5.0',
  ])('refuses %s where it isn’t listed, and says what to do', (figure) => {
    expect(problemsOn({ '/contact': `${pages['/contact']} It is ${figure}, they say.` })).toEqual([
      `“${figure}” is on /contact, but not in site/claims.json: add it there with its basis and its dates, or take it off the page.`,
    ]);
  });

  test('refuses a claim on a page that it isn’t listed for, and one that is listed and not there', () => {
    expect(problemsOn({ '/contact': '97%' })).toEqual([
      '“97%” is on /contact, but site/claims.json lists it only for /about: add /contact to "on" of "satisfaction", or take the figure off the page.',
      'site/claims.json lists “15-minute” for /contact, which doesn\'t say it: correct "on" of "call".',
    ]);
    expect(problemsOn({ '/about': '97%' })).toEqual([
      expect.stringContaining('lists “you can dispute any of them” for /about, which'),
    ]);
  });

  test('takes prices from the rate card, and passes over invented leads and code', () => {
    const html =
      '<meta name="description" content="From $40"><p>$85</p><script>"99%"</script><ol class="a" data-invented="true"><li>$800</li></ol><b>$1,610+</b>';
    const words = wordsOn(html);
    expect(words.trim()).toMatch(/^From \$40 +\$85 +\$1,610\+$/);
    expect(problemsOn({ '/contact': `${pages['/contact']} ${words}` })).toEqual([]);
  });

  test('shows the doctor what rests on the owner’s word, and what contradicts what', () => {
    expect(() => claimsFinding()).toThrow(/^on the owner's word alone: 4\.9\/5; 500\+; /);
    const proven = { about: 'a', figure: '1 day', on: ['/'] };
    for (const line of [
      'businesses served: 500+ (/), 115+ (/about)',
      'revenue generated: $2.3M+ (/), $4.3M+ (/about), $2.5M+ (trade pages)',
      'average share of leads that become customers: 30% (/), 35% (/contact, trade pages)',
      'the lowest price of a lead: $40 (rate card), $39 (10 leads for $390)',
    ])
      expect(() => claimsFinding()).toThrow(`contradicting, ${line}`);
    expect(contradictions([proven, { ...proven, figure: 'In 1 day' }])).toEqual([]);
    expect(contradictions([proven, { ...proven, about: 'b', figure: '2 days' }])).toEqual([]);
  });
});

test('the doctor lists what is still Leadwright’s on a fresh copy', () => {
  expect(() => owner()).toThrow(
    "still Leadwright's: name, email, domain, tagline, city in site/company.json; the name in site/consent.json; the name in site/earlier-consents.json; what was tested in site/legal/accessibility.yaml; Houston in site/industries/tree-service.json; the mark in src/brand.ts; Houston in src/components/drawings/Skyline.astro (docs/change-words.md)",
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

/** The files that docs/change-words.md tells a new owner to replace, and the schema with their first values. */
const replaced = /^site\/(company|consent|earlier-consents|schema\/site)\.json$/;

test('no file names Leadwright, but for the company’s own and the consent texts', () => {
  const files = trackedSources(/^(src|functions|netlify|scripts|site|editor|public)\//);
  const naming = files.filter(({ text }) => text.includes('Leadwright')).map(({ path }) => path);
  expect(naming.filter((path) => replaced.test(path))).not.toEqual([]);
  expect(naming.filter((path) => !replaced.test(path))).toEqual([]);
});
