import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What a framework leaves for Netlify: functions, in two places, and settings that join netlify.toml. */
const leftByFramework =
  '.netlify/{v1/{functions,edge-functions,config.json},functions-internal,edge-functions}';

test('the build leaves no function or setting for Netlify: every page is a file', () => {
  expect(existsSync(path.join(root, 'dist')), 'npm run build has run').toBe(true);
  const left = globSync(`${leftByFramework}{,/**/*.*}`, { cwd: root, withFileTypes: true });
  // The adapter makes empty folders there, in which Netlify finds nothing to deploy.
  expect(left.filter((it) => it.isFile()).map(({ name }) => name)).toEqual([]);
});
