import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { StartError } from '../command.ts';

/** A tool and its arguments. Other users of the machine can read them, so no secret is one of them. */
export type Command = readonly [tool: string, ...args: string[]];

export interface Surroundings {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** A person sits at the terminal, so tools may ask questions, too. */
  isTerminal: boolean;
}

export interface Result {
  code: number;
  printed: string;
  /** The last line of what went wrong. */
  reason: string;
}

const again = 'then run npm run setup again: it goes on where it stopped.';

const missing: Readonly<Record<string, string>> = {
  firebase: 'run npm ci',
  gcloud: 'install it (https://cloud.google.com/sdk/docs/install)',
  netlify: 'run npm install --global netlify-cli',
};

/** Runs a command whose output nobody else needs to see: an answer, or a secret. */
async function quietly([tool, ...args]: Command, { folder, env }: Surroundings): Promise<Result> {
  const child = spawn(tool, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code, printed, complaint] = await Promise.all([
    ended(tool, child),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, printed, reason: reasonIn(printed, complaint) };
}

/** Runs a command that may talk with the person at the terminal. */
async function openly(
  [tool, ...args]: Command,
  { folder, env, isTerminal }: Surroundings,
): Promise<Result> {
  // Piped answers are ours.
  const input = isTerminal ? 'inherit' : 'ignore';
  const child = spawn(tool, args, { cwd: folder, env, stdio: [input, 'inherit', 'inherit'] });
  return { code: await ended(tool, child), printed: '', reason: 'its own words are above' };
}

function ended(tool: string, child: ReturnType<typeof spawn>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on('error', (cause) => {
    const fix = missing[tool] ?? `install ${tool}`;
    reject(new StartError(`${tool} can’t be started: ${fix}, ${again}`, { cause }));
  });
  child.on('close', (code) => {
    resolve(code ?? 1);
  });
  return promise;
}

/** Runs a command, and throws if it fails. Returns what it printed if that isn't for the terminal. */
export async function run(
  command: Command,
  isQuiet: boolean,
  surroundings: Surroundings,
): Promise<string> {
  const { code, printed, reason } = await (isQuiet ? quietly : openly)(command, surroundings);
  if (code === 0) return printed;
  const because = reason || `it ended with ${code}`;
  throw new StartError(`${shown(command)} failed (${because}): fix that, ${again}`);
}

const logins: readonly {
  tool: string;
  asks: Command;
  isLoggedIn: (result: Result) => boolean;
  login: string;
}[] = [
  {
    tool: 'firebase',
    asks: ['firebase', 'projects:list', '--json'],
    isLoggedIn: ({ code }) => code === 0,
    login: 'npx firebase login',
  },
  {
    tool: 'gcloud',
    asks: ['gcloud', 'auth', 'list', '--filter=status:ACTIVE', '--format=value(account)'],
    isLoggedIn: ({ code, printed }) => code === 0 && printed.trim() !== '',
    login: 'gcloud auth login',
  },
  {
    tool: 'netlify',
    asks: ['netlify', 'api', 'getCurrentUser'],
    isLoggedIn: ({ code }) => code === 0,
    login: 'netlify login',
  },
];

/** Before any question is asked. */
export async function checkLogins(surroundings: Surroundings): Promise<void> {
  for (const { tool, asks, isLoggedIn, login } of logins) {
    const result = await quietly(asks, surroundings);
    if (isLoggedIn(result)) continue;
    const because = result.reason && ` (${result.reason})`;
    throw new StartError(`${tool} isn’t logged in${because}: run ${login}, ${again}`);
  }
}

/** As a shell reads it, which doesn't find our own firebase. */
export const shown = ([tool, ...args]: Command): string =>
  [...(tool === 'firebase' ? ['npx'] : []), tool, ...args]
    .map((it) => (/^[\w@%+=:,./-]+$/.test(it) ? it : `'${it}'`))
    .join(' ');

/** With --json, firebase complains in its answer. */
function reasonIn(printed: string, complaint: string): string {
  const error = /"error": "(.*)"/.exec(printed)?.[1];
  return (error ?? complaint.trim().split('\n').at(-1) ?? '').replace(/[.\s]+$/, '');
}
