import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { doors, target } from '../../../scripts/functions/bundle.ts';
import { FUNCTIONS, PUBLISH } from '../../../scripts/serve/serve-site.ts';

const settings = readFileSync('netlify.toml', 'utf8');

test('the server serves the pages that a deploy publishes', () => {
  expect(/^ *publish = "(.+)"$/m.exec(settings)?.[1]).toBe(PUBLISH);
});

test('the server runs the functions that are bundled for a deploy', () => {
  expect(FUNCTIONS).toBe(doors);
  expect(/^ *functions = "(.+)"$/m.exec(settings)?.[1]).toBe(target);
});
