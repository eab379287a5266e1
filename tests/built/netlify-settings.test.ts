import { existsSync, readFileSync } from 'node:fs';
import { resolveConfig } from '@netlify/config';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** The files that a framework leaves for Netlify's build, which adds them to netlify.toml and _headers. */
const frameworkConfig = '.netlify/v1/config.json';

const settings = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
});

test('Netlify gets each header of a path only once, in any spelling', async () => {
  const root = process.cwd();
  const resolved = await resolveConfig({ cwd: root, repositoryRoot: root, offline: true });
  const sources: unknown[] = [resolved['config']];
  if (existsSync(frameworkConfig)) sources.push(JSON.parse(readFileSync(frameworkConfig, 'utf8')));
  const set = sources
    .flatMap((it) => settings.parse(it).headers)
    .flatMap((it) => Object.keys(it.values).map((name) => `${it.for} ${name.toLowerCase()}`));
  expect(set).toContain('/_astro/* cache-control');
  expect(set.filter((it, at) => set.indexOf(it) !== at)).toEqual([]);
});
