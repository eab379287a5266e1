import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The two places where Netlify looks for functions that a framework made. */
const MADE_BY_FRAMEWORK =
  '.netlify/{v1/{functions,edge-functions},functions-internal,edge-functions}';

test('the build leaves no function for Netlify to deploy: every page is a file', () => {
  expect(existsSync(path.join(root, 'dist')), 'npm run build has run').toBe(true);
  const left = globSync(`${MADE_BY_FRAMEWORK}/**/*.*`, { cwd: root });
  // The adapter makes empty folders there, in which Netlify finds nothing to deploy.
  expect(left).toEqual([]);
});
