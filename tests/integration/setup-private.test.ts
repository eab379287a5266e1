import { beforeEach, expect, test } from 'vitest';
import { answers, CloudTools } from '../support/servers/cloud-tools.ts';
import { toResponse } from '../support/servers/deployment/cloud.ts';
import { netlifyLogin } from '../support/servers/deployment/netlify-login.ts';

const given = Object.values(answers);

let tools: CloudTools;
beforeEach(async () => {
  tools = await CloudTools.create();
  return () => tools[Symbol.asyncDispose]();
});

test('setup of a private project has it made public after the deploy, before the doctor', async () => {
  tools.home = () => toResponse(netlifyLogin);
  const before = given.slice(0, given.indexOf(answers.admin));
  await expect(tools.run(before)).rejects.toThrow('When you see the home page there, press Enter');
  expect(tools.printed.at(-1)).toMatch(
    /The project on Netlify is private.+Make public.+open https:\/\/my-site\.netlify\.app in a private/,
  );
  expect((await tools.calls()).at(-1)).toBe('netlify deploy --trigger --json');
  await tools.run(['', answers.admin]);
  expect((await tools.calls()).at(-1)).toMatch(/^npm run doctor/);
});

test('setup leaves a domain that does not work yet to the doctor', async () => {
  tools.home = () => {
    throw new TypeError('fetch failed');
  };
  await tools.run();
  expect((await tools.calls()).at(-1)).toMatch(/^npm run doctor/);
});
