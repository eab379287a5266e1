import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publicPaths } from '../support/pages/routes.ts';

/** What a framework leaves for Netlify: functions, in two places, and settings that join netlify.toml. */
const leftByFramework =
  '.netlify/{v1/{functions,edge-functions,config.json},functions-internal,edge-functions}';

test('the build leaves no function or setting for Netlify: every page is a file', () => {
  expect(existsSync('dist'), 'npm run build has run').toBe(true);
  const left = globSync(`${leftByFramework}{,/**/*.*}`, { withFileTypes: true });
  // The adapter makes empty folders there, in which Netlify finds nothing to deploy.
  expect(left.filter((it) => it.isFile()).map(({ name }) => name)).toEqual([]);
});

const rules = z.object({
  prerender: z.tuple([
    z.object({
      eagerness: z.literal('moderate'),
      where: z.object({
        and: z.tuple([
          z.object({ href_matches: z.string() }),
          z.object({ not: z.object({ href_matches: z.array(z.string()) }) }),
        ]),
      }),
    }),
  ]),
});

const home = await readFile('dist/index.html', 'utf8');
const [, written = ''] = /<script type="?speculationrules"?>(.*?)<\/script>/s.exec(home) ?? [];
const [{ where }] = rules.parse(JSON.parse(written)).prerender;
const [every, { not: excluded }] = where.and;

const matches = (pattern: string, pathname: string) =>
  new URLPattern({ pathname: pattern }).test({ pathname });
const isPrerendered = (path: string) =>
  matches(every.href_matches, path) && !excluded.href_matches.some((it) => matches(it, path));

describe('a browser prerenders', () => {
  test.each(publicPaths)('%s when a visitor is about to follow its link', (path) => {
    expect(isPrerendered(path)).toBe(true);
  });

  test.each([
    '/admin',
    '/admin/audit',
    '/admin/report',
    '/auth',
    '/api/health',
    '/api/submissions.csv',
  ])('never %s, which would call a function', (path) => {
    expect(isPrerendered(path)).toBe(false);
  });
});
