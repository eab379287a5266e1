import { describe, expect, test } from 'vitest';
import { company, location } from '../../../src/copy/company.ts';
import { trackedSources } from '../../support/guards/tracked.ts';

const sources = trackedSources(
  /^(src|functions|netlify|scripts)\/.*\.(ts|tsx|mjs|astro|css|yaml)$|^(astro\.config\.mjs|netlify\.toml|firebase\.json)$/,
);

describe('outside of site/', () => {
  test.each([
    ['name', company.name],
    ['e-mail address', company.email],
    ['domain', company.domain],
    ['city', location],
  ])('no source repeats the company’s %s', (_, words) => {
    expect(sources.length).toBeGreaterThan(100);
    const naming = sources.filter(({ text }) => text.includes(words));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });
});

/** The files that docs/change-words.md tells a new owner to replace, and the schema with their first values. */
const replaced = /^site\/(company|consent|earlier-consents|schema\/site)\.json$/;

test('no file names Leadwright, but for the company’s own and the consent texts', () => {
  const files = trackedSources(/^(src|functions|netlify|scripts|site|editor|public)\//);
  const naming = files.filter(({ text }) => text.includes('Leadwright')).map(({ path }) => path);
  expect(naming.filter((path) => replaced.test(path))).not.toEqual([]);
  expect(naming.filter((path) => !replaced.test(path))).toEqual([]);
});
