import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

interface Result {
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
  npm: 'install Node',
};

/** Runs a command. Nobody else sees the output of a quiet one: it is an answer, or a secret. */
async function resultOf(
  [tool, ...args]: Command,
  isQuiet: boolean,
  { folder, env, isTerminal }: Surroundings,
): Promise<Result> {
  const output = isQuiet ? 'pipe' : 'inherit';
  // Piped answers are ours.
  const input = isTerminal && !isQuiet ? 'inherit' : 'ignore';
  const child = spawn(tool, args, { cwd: folder, env, stdio: [input, output, output] });
  const [[code], printed, complaint] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]).catch((cause: unknown) => {
    throw new StartError(`${tool} can’t be started: ${missing[tool]}, ${again}`, { cause });
  });
  const reason = isQuiet ? reasonIn(printed, complaint) : 'its own words are above';
  return { code: code ?? 1, printed, reason };
}

/** Runs a command, and throws if it fails. Returns what it printed if that isn't for the terminal. */
export async function run(
  command: Command,
  isQuiet: boolean,
  surroundings: Surroundings,
): Promise<string> {
  const { code, printed, reason } = await resultOf(command, isQuiet, surroundings);
  if (code === 0) return printed;
  const because = reason || `it ended with ${code}`;
  throw new StartError(`${shown(command)} failed (${because}): fix that, ${again}`);
}

/** The command that shows whether somebody is logged in, and the one to log in. */
const logins: readonly [asks: Command, login: string][] = [
  [['firebase', 'projects:list', '--json'], 'npx firebase login'],
  [
    ['gcloud', 'auth', 'list', '--filter=status:ACTIVE', '--format=value(account)'],
    'gcloud auth login',
  ],
  [['netlify', 'api', 'getCurrentUser'], 'netlify login'],
];

/** Before any question is asked. */
export async function checkLogins(surroundings: Surroundings): Promise<void> {
  for (const [asks, login] of logins) {
    const { code, printed, reason } = await resultOf(asks, true, surroundings);
    // gcloud lists nobody.
    if (code === 0 && printed.trim() !== '') continue;
    const because = reason && ` (${reason})`;
    throw new StartError(`${asks[0]} isn’t logged in${because}: run ${login}, ${again}`);
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
