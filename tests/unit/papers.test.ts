import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deployedVariables } from '../../scripts/doctor/size.ts';
import { deliveryStates } from '../../src/shared/submission.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const readme = read('README.md');
const { license, scripts } = JSON.parse(read('package.json')) as {
  license: string;
  scripts: Record<string, string>;
};

/** From a heading to the next one. */
const section = (title: string): string =>
  readme.split(/^## /m).find((it) => it.startsWith(title)) ?? '';

test('.env.example has the variables of the README’s table, and no others', () => {
  const rows = section('Environment').match(/^\| `.*?\|/gm) ?? [];
  const told = rows.flatMap((row) => row.match(/[A-Z][A-Z_]+/g) ?? []);
  const offered = [...read('.env.example').matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(told.length).toBeGreaterThan(10);
  expect(offered.toSorted()).toEqual(told.toSorted());
});

test('.env.example sets nothing by itself', () => {
  expect(read('.env.example')).not.toMatch(/^[^#\n]/m);
});

test('the deployment sets each variable that a deployment has', () => {
  const [commands = ''] =
    /for name in FIREBASE_SERVICE_ACCOUNT[^]*?```/.exec(section('Deploy')) ?? [];
  expect(deployedVariables.length).toBeGreaterThan(5);
  for (const name of deployedVariables) expect(commands).toContain(name);
});

test('each script that is not npm’s own is told of', () => {
  const own = ['start', 'test', 'dev', 'build'];
  const told = [...`${readme}${read('CONTRIBUTING.md')}`.matchAll(/npm (?:run )?([a-z-]+)/g)].map(
    ([, name]) => name,
  );
  expect(Object.keys(scripts).filter((it) => !own.includes(it) && !told.includes(it))).toEqual([]);
});

test('the picture of a submission’s way has each state of delivery', () => {
  const [picture = ''] = /```mermaid[^]*?```/.exec(section('The way of a submission')) ?? [];
  for (const state of deliveryStates) expect(picture).toContain(`[("${state}")]`);
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s names no command that is not there', (paper) => {
  const named = [...read(paper).matchAll(/npm run ([a-z-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((it) => !(it in scripts))).toEqual([]);
});

test('the license that is said is the license that is there', () => {
  expect(license).toBe('MIT');
  expect(read('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} /);
});
