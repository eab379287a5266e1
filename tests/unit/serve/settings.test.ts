import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FUNCTIONS, PUBLISH } from '../../../scripts/serve/serve-site.ts';

test('the server reads the folders that netlify.toml names', () => {
  const settings = readFileSync('netlify.toml', 'utf8');
  expect(/^ *publish = "(.+)"$/m.exec(settings)?.[1]).toBe(PUBLISH);
  expect(/^ *functions = "(.+)"$/m.exec(settings)?.[1]).toBe(FUNCTIONS);
});
