import { expect, test } from 'vitest';
import { buildSettings } from '../../../scripts/build/settings.ts';

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

test('a build with a wrong PORT ends with a sentence that names it', () => {
  expect(() => buildSettings({ PORT: 'abc' })).toThrow(/^PORT must be a whole number/);
});
