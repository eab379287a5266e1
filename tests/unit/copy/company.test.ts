import { describe, expect, test } from 'vitest';
import { company, location } from '../../../src/copy/company.ts';
import { trackedSources } from '../../support/guards/tracked.ts';

/** Who may name the company by itself, and why. */
const exceptions: Record<string, string> = {
  'src/copy/company.ts': 'is the one place',
  'src/shared/consent.ts': 'keeps what was agreed to in the words it was agreed to in',
  // Where the samples of leads come from is a story, not the company's address.
  'src/copy/sample-leads.ts': 'tells of customers, who live where they live',
};

const sources = trackedSources(
  /^(src|functions|netlify|scripts)\/.*\.(ts|tsx|mjs|astro|css|yaml)$|^(astro\.config\.mjs|netlify\.toml|firebase\.json)$/,
).filter(({ path }) => !(path in exceptions));

describe('outside of its own file', () => {
  test.each([
    ['name', company.name],
    ['e-mail address', company.email],
    ['domain', company.domain],
    ['city', location],
  ])('the company’s %s stands nowhere', (_, words) => {
    expect(sources.length).toBeGreaterThan(100);
    const naming = sources.filter(({ text }) => text.includes(words));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });
});
