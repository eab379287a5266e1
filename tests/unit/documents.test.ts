import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { secrets } from '../../scripts/setup/netlify.ts';
import { deliveryStates } from '../../src/shared/submission.ts';
import { trackedSources } from '../support/guards/tracked.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const readme = read('README.md');
const { scripts, ...packages } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>;

const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((it) => it.endsWith('.md'))
  .map((it) => `docs/${it}`);
const documents = ['README.md', 'CONTRIBUTING.md', ...docs];

test('.env.example lists the variables of docs/environment.md, and no others', () => {
  const rows = read('docs/environment.md').match(/^\| `.*?\|/gm) ?? [];
  const documented = rows.flatMap((row) => row.match(/[A-Z][A-Z_]+/g) ?? []);
  const offered = [...read('.env.example').matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(documented.length).toBeGreaterThan(10);
  expect(offered.toSorted()).toEqual(documented.toSorted());
});

test('.env.example sets no variable', () => {
  expect(read('.env.example')).not.toMatch(/^[^#\n]/m);
});

test('.env.example lists each secret that setup keeps from deploy previews', () => {
  for (const name of secrets) expect(read('.env.example')).toContain(`# ${name}=`);
});

test('docs/wcag.md lists each criterion of level A and AA, and names only tests that exist', () => {
  const wcag = read('docs/wcag.md');
  expect(new Set(wcag.match(/^\| [1-4]\.\d\.\d+ /gm)).size).toBe(55);
  const named = wcag.match(/(?<=`)\w+\/[\w/-]+\.(spec|test)\.ts/g) ?? [];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((it) => !existsSync(join('tests', it)))).toEqual([]);
});

test('the docs mention every npm script', () => {
  const own = ['start', 'test', 'dev', 'build'];
  const documented = [
    ...documents
      .map((it) => read(it))
      .join('')
      .matchAll(/npm (?:run )?([a-z-]+)/g),
  ].map(([, name]) => name);
  expect(
    Object.keys(scripts).filter((key) => !own.includes(key) && !documented.includes(key)),
  ).toEqual([]);
});

test('CONTRIBUTING explains each package', () => {
  const documented = read('CONTRIBUTING.md').match(/(?<=^\| `)[^`]+(?=`)/gm);
  const { dependencies, devDependencies } = packages;
  expect(documented).toEqual(Object.keys({ ...dependencies, ...devDependencies }));
});

test('the README’s diagram shows each delivery state', () => {
  const [picture = ''] = /```mermaid[^]*?```/.exec(readme) ?? [];
  for (const state of deliveryStates) expect(picture).toContain(`[("${state}")]`);
});

test.each(documents)('%s names only commands that exist', (document) => {
  const named = [...read(document).matchAll(/npm run ([a-z-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((it) => !(it in scripts))).toEqual([]);
});

test.each(documents)('%s links only to files that exist', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => to);
  expect(links.filter((it) => !existsSync(join(dirname(document), it)))).toEqual([]);
});

const ourPath =
  /(?<![@\w./-])(?:site|src|functions|netlify|scripts|tests|public|docs)\/[\w./-]*\w/g;

test.each(documents)('%s names only files and folders that exist', (document) => {
  const named = read(document).match(ourPath) ?? [];
  expect(named.filter((it) => !existsSync(it))).toEqual([]);
});

const decisions = docs.filter((it) => /^docs\/decisions\/\d/.test(it)).toSorted();

test('docs/decisions/README.md lists each decision under its title', () => {
  const rows = decisions.map((document) => {
    const [, file = '', number = ''] = /((\d{4})[^/]*)$/.exec(document) ?? [];
    const [title = ''] = read(document).split('\n', 1);
    return `- ${number}: [${title.slice(2)}](${file})`;
  });
  expect(read('docs/decisions/README.md').match(/^- .*$/gm)).toEqual(rows);
});

test.each(decisions)('%s has its context, decision and consequence', (document) => {
  const headings = read(document).match(/^#+ .*/gm) ?? [];
  expect(headings.slice(1)).toEqual(['## Context', '## Decision', '## Consequence']);
});

test('each decision has its own number, and the code that it explains cites it', () => {
  const numbers = decisions.map((decision) => decision.slice('docs/decisions/'.length).slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  const named = trackedSources(/^(astro\.config|functions|scripts|src)/).flatMap(({ text }) =>
    [...text.matchAll(/Decision (\d{4})\./g)].map(([, number]) => number),
  );
  // The departures from the brief have no single file.
  expect(new Set([...named, '0037'])).toEqual(new Set(numbers));
});

test('the glossary names the file of each term', () => {
  const entries = read('docs/glossary.md').split('\n- ').slice(1);
  expect(entries).not.toEqual([]);
  expect(entries.filter((it) => it.match(ourPath) === null)).toEqual([]);
});
