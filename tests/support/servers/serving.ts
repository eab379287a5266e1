import { afterAll, beforeAll } from 'vitest';
import { ask } from './ask.ts';
import { FixtureSite, type Files } from './fixture-site.ts';
import { RunningSite } from './running-site.ts';

/** Serves these files to all tests of a test file. */
export function serving(files: () => Files | Promise<Files>) {
  let fixture: FixtureSite;
  let site: RunningSite;
  beforeAll(async () => {
    fixture = await FixtureSite.create(await files());
    site = await RunningSite.ready(fixture.root);
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  });
  return {
    site: () => site,
    ask: (path: string, question?: Parameters<typeof ask>[2]) => ask(site.port, path, question),
  };
}
