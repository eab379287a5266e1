import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll } from 'vitest';
import { ask, type Answer } from './ask.ts';
import { FixtureSite, type Files } from './fixture-site.ts';
import { RunningSite, START_SCRIPT } from './running-site.ts';

/** A page to serve, and the site's own functions. */
export async function withFunctions(files: Record<string, string> = {}): Promise<FixtureSite> {
  const fixture = await FixtureSite.create({
    'dist/index.html': 'home',
    ...files,
  });
  await symlink(path.resolve('netlify'), fixture.path('netlify'));
  return fixture;
}

/** Serves these files to all tests of a test file. */
export function serving(files: () => Files | Promise<Files>) {
  let fixture: FixtureSite;
  let site: RunningSite;
  beforeAll(async () => {
    fixture = await FixtureSite.create(await files());
    site = await RunningSite.ready(fixture.root);
    return async () => {
      await site[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    };
  });
  return {
    site: () => site,
    ask: (path: string, question?: Parameters<typeof ask>[2]) => ask(site.port, path, question),
  };
}

/** Starts the command of npm start, and doesn't wait for it. */
export const startAll = (root: string, env: NodeJS.ProcessEnv = {}): RunningSite =>
  new RunningSite(root, { command: [process.execPath, START_SCRIPT], env });

export const post = (port: number, target: string, body: unknown): Promise<Answer> =>
  ask(port, target, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

const accounts = '/identitytoolkit.googleapis.com/v1/accounts';

interface Tokens {
  localId: string;
  idToken: string;
}

/** Calls Firebase Auth at the site's own address, like its browser library. */
export const firebase = {
  ask: (port: number, call: string, body: unknown) => post(port, `${accounts}:${call}?key=x`, body),
  async tokens(port: number, call: 'signUp' | 'signInWithPassword', email: string) {
    const body = { email, password: 'leadwright', returnSecureToken: true };
    const answer = await this.ask(port, call, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return JSON.parse(answer.text) as Tokens;
  },
};
