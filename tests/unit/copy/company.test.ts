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
