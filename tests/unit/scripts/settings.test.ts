import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildSettings } from '../../../scripts/build/settings.ts';
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

test.each([
  [{}, undefined, undefined],
  [{ SITE_URL: '', URL: '', CONSENT_ARCHIVE: '', PORT: '' }, undefined, undefined],
  [{ URL: 'https://name.netlify.app' }, 'https://name.netlify.app', undefined],
  [
    { SITE_URL: 'https://www.example.com', URL: 'https://name.netlify.app', PORT: '0' },
    'https://www.example.com',
    0,
  ],
])('a build with %j takes the site’s address and port from there', (env, site, port) => {
  expect(buildSettings(env)).toEqual({ site, port });
});

test.each([
  ['SITE_URL', 'www.example.com'],
  ['URL', 'ftp://www.example.com'],
  ['CONSENT_ARCHIVE', 'example.com:443'],
])('a build with a wrong %s ends with a sentence that names it', (name, value) => {
  expect(() => buildSettings({ [name]: value })).toThrow(
    `${name} must be a full address, as in https://www.example.com, but it is "${value}".`,
  );
});

test.each([
  ['HSTS', 'on', '"preload" or not set', ['', 'preload']],
  ['STAFF_SIGN_IN', 'links', '"link" or not set', ['', 'link']],
  ['STAFF_SIGN_UP', 'no', '"off", "on" or not set', ['', 'off', 'on']],
])('a build with %s=%s ends with a sentence that names its values', (name, wrong, words, right) => {
  for (const fine of right) expect(() => buildSettings({ [name]: fine })).not.toThrow();
  expect(() => buildSettings({ [name]: wrong })).toThrow(
    `${name} must be ${words}, but it is "${wrong}".`,
  );
});

test('a build with a wrong PORT ends with a sentence that names it', () => {
  expect(() => buildSettings({ PORT: 'abc' })).toThrow(/^PORT must be a whole number/);
  expect(() => buildSettings({ RETENTION_DAYS: '7' })).toThrow(/^RETENTION_DAYS must be/);
});
