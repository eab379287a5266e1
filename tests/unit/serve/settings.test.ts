import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { target } from '../../../scripts/functions/bundle.ts';
import { published } from '../../../scripts/serve/serve-site.ts';

const settings = readFileSync('netlify.toml', 'utf8');

test('the server serves the pages that a deploy publishes', () => {
  expect(/^ *publish = "(.+)"$/m.exec(settings)?.[1]).toBe(published);
});

test('a deploy takes the functions from the folder that they are bundled in', () => {
  expect(/^ *functions = "(.+)"$/m.exec(settings)?.[1]).toBe(target);
});
