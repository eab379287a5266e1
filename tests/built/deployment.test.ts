import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deployed, otherDeploy } from '../../scripts/test.ts';
import { publicPaths } from '../support/pages/routes.ts';

/** Where a framework puts functions for Netlify. */
const leftByFramework =
  '.netlify/{v1/{functions,edge-functions},functions-internal,edge-functions}';

test('the build leaves no function for Netlify except our own, because every page is a file', () => {
  expect(existsSync('dist'), 'npm run build has run').toBe(true);
  const left = globSync(`${leftByFramework}{,/**/*.*}`, { withFileTypes: true });
  // The adapter creates empty folders there, which Netlify does not deploy.
  expect(left.filter((it) => it.isFile()).map(({ name }) => name)).toEqual([]);
});

/** The hash of each deployed file, by path. */
async function deployedFiles(root: string) {
  const folders = deployed.map((folder) => join(root, folder));
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const paths = entries
    .flat()
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const hashes = paths.map(async (path) => {
    const hash = createHash('sha256').update(await readFile(path));
    return [relative(root, path), hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

test('another deploy of the same commit, two years later, has the same files, so browsers download none again', async () => {
  const [now, other] = await Promise.all([deployedFiles('.'), deployedFiles(otherDeploy)]);
  const dated = 'dist/.well-known/security.txt';
  expect(Object.keys(now)).toContain(dated);
  expect({ ...other, [dated]: '' }).toEqual({ ...now, [dated]: '' });
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

describe('prerendering', () => {
  test.each(publicPaths)('prepares %s when a visitor is about to follow its link', (path) => {
    expect(isPrerendered(path)).toBe(true);
  });

  test.each([
    '/admin',
    '/admin/audit',
    '/admin/report',
    '/auth',
    '/api/health',
    '/api/submissions.csv',
  ])('never prepares %s, which would call a function', (path) => {
    expect(isPrerendered(path)).toBe(false);
  });
});
