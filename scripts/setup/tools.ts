/** What a step of a deployment is, and the command lines that it uses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ensure, saying } from '../command.ts';

/** The settings of the deployment. Git ignores it. */
export const liveFile = '.env.live';

export type Settings = Readonly<Record<string, string>>;

/** A tool and its arguments. Other users of the machine can read them, so no secret is one of them. */
export type Command = readonly string[];

/** A command as it is typed. What is filled in stays in its word. */
export const command = (words: TemplateStringsArray, ...values: string[]): Command =>
  String.raw(words, ...values.map((_, i) => `\0${i}\0`))
    .split(' ')
    .map((word) => word.replace(/\0(\d+)\0/, (_, i) => values[Number(i)] ?? ''));

/** Asks a tool what there is, by a command that changes nothing. */
export type Ask = (asked: Command) => Promise<string>;

export interface Question {
  /** Stands for the answer in a dry run. */
  name: string;
  text: string;
  /** The answer if none is given; without it, one is needed. */
  usual?: string;
  /** Throws a sentence about an answer that can't be right. */
  check?: (answer: string) => void;
}

/** A step of docs/deploy.md. */
export interface Step {
  title: string;
  /** Asked only if the step isn't done. */
  question?: Question;
  /** The settings that it adds to .env.live. Without `isDone`, it is done if they are there. */
  writes?: readonly string[];
  isDone?: (settings: Settings, ask: Ask) => Promise<boolean>;
  commands?: (settings: Settings, answer: string) => readonly Command[];
  /** What no tool's command line can do; `byHand` says how somebody does it in a browser. */
  work?: { byHand: string; run: (settings: Settings, deps: SetupDeps) => Promise<void> };
  /** Its commands print a secret or an answer, so the terminal doesn't show it. */
  isQuiet?: true;
  /** The settings, from what the last command printed. */
  read?: (printed: string, answer: string) => Settings;
}

export interface Surroundings {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** How a sentence about a failure ends. */
  again?: string;
}

export interface SetupDeps extends Surroundings {
  /** Asks a person. */
  ask: (prompt: string) => Promise<string>;
  print: (line: string) => void;
  fetch: typeof fetch;
  /** The login of Netlify's command line. */
  netlifyToken: () => Promise<string | undefined>;
}

const setupAgain = 'then run npm run setup again: it goes on where it stopped.';

/** Runs a command. Nobody else sees the output of a quiet one: it is an answer, or a secret. */
async function resultOf(
  [tool = '', ...args]: Command,
  isQuiet: boolean,
  { folder: cwd, env, again = setupAgain }: Surroundings,
) {
  const child = spawn(tool, args, {
    cwd,
    env,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const [[code], printed, complaint] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]).catch(saying(`${tool} can’t be started: install it as docs/deploy.md says, ${again}`));
  // With --json, firebase complains in its answer.
  const error = /"error": "(.*)"/.exec(printed)?.[1] ?? complaint.trim().split('\n').at(-1) ?? '';
  const reason = isQuiet ? error.replace(/[.\s]+$/, '') : 'its own words are above';
  return { code: code ?? 1, printed, reason };
}

/** Runs a command, and throws if it fails. Returns what it printed if that isn't for the terminal. */
export async function run(it: Command, isQuiet: boolean, where: Surroundings): Promise<string> {
  const { code, printed, reason } = await resultOf(it, isQuiet, where);
  const because = reason || `it ended with ${code}`;
  ensure(code === 0, `${shown(it)} failed (${because}): fix that, ${where.again ?? setupAgain}`);
  return printed;
}

/** What Google lets in as the person who is logged in to gcloud. */
export const ownerToken = async (where: Surroundings): Promise<string> =>
  (await run(command`gcloud auth print-access-token`, true, where)).trim();

/** The command that shows whether somebody is logged in, and the one to log in. */
const logins: readonly [asks: Command, login: string][] = [
  [command`firebase projects:list --json`, 'npx firebase login'],
  [command`gcloud auth list --filter=status:ACTIVE --format=value(account)`, 'gcloud auth login'],
  [command`netlify api getCurrentUser`, 'netlify login'],
];

/** Before any question is asked. */
export async function checkLogins(where: Surroundings): Promise<void> {
  for (const [asks, login] of logins) {
    const { code, printed, reason } = await resultOf(asks, true, where);
    const because = reason && ` (${reason})`;
    ensure(
      // gcloud lists nobody.
      code === 0 && printed.trim() !== '',
      `${asks[0]} isn’t logged in${because}: run ${login}, ${setupAgain}`,
    );
  }
}

/** As a shell reads it, which doesn't find our own firebase. */
export const shown = (it: Command): string =>
  [...(it[0] === 'firebase' ? ['npx'] : []), ...it]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`))
    .join(' ');
