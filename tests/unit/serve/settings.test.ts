import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { target } from '../../../scripts/functions/bundle.ts';
import { parsePort } from '../../../scripts/serve/listen.ts';
import { published } from '../../../scripts/serve/serve-site.ts';

const settings = readFileSync('netlify.toml', 'utf8');

test('the server serves the pages that a deploy publishes', () => {
  expect(/^ *publish = "(.+)"$/m.exec(settings)?.[1]).toBe(published);
});

test('a deploy takes the functions from the folder that they are bundled in', () => {
  expect(/^ *functions = "(.+)"$/m.exec(settings)?.[1]).toBe(target);
});

test.each([
  [undefined, 8888],
  ['', 8888],
  ['0', 0],
  ['8890', 8890],
  ['65535', 65_535],
])('PORT=%s is port %i', (value, port) => {
  expect(parsePort(value)).toBe(port);
});

test.each(['http', '-1', '65536', '80.5', ' 80', '0x50', '1e3'])(
  'the server refuses PORT=%s',
  (value) => {
    expect(() => parsePort(value)).toThrow(`but it is "${value}".`);
  },
);

test('netlify.toml has no header, and no redirect but the one that the server knows', () => {
  expect(settings).not.toContain('[[headers]]');
  expect(settings.match(/^ *from = .*$/gm)).toEqual(['  from = "/404"']);
});
