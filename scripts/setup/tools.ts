/** What a step of a deployment is, and the command lines that it uses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ensure, saying, StartError } from '../command.ts';

/** The settings of the deployment. Git ignores it. */
export const liveFile = '.env.live';

export type Settings = Readonly<Record<string, string>>;

/** A tool and its arguments. Other users of the machine can read them, so no secret is one of them. */
type Command = readonly string[];

/** A command as it is typed. What is filled in stays in its word. */
export const command = (words: TemplateStringsArray, ...values: string[]): Command =>
  String.raw(words, ...values.map((_, i) => `\0${i}\0`))
    .split(' ')
    .map((word) => word.replace(/\0(\d+)\0/, (_, i) => values[Number(i)] ?? ''));

/** Asks a tool what there is, by a command that changes nothing. */
export type Ask = (asked: Command) => Promise<string>;

export interface Question {
  text: string;
  /** Stands for the answer in a dry run. */
  name?: string;
  /** The answer if none is given; without it, one is needed. */
  usual?: string | undefined;
  /** Throws a sentence about an answer that can't be right. */
  check?: (answer: string) => unknown;
  /** A password, which the terminal doesn't show. */
  isHidden?: true;
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
  /** What a command alone can't do. `byHand` says how somebody does it without setup. */
  work?: {
    byHand: string;
    /** Gets what the last command printed, and may return settings to add. */
    run: (it: Settings, deps: SetupDeps, printed: string) => Promise<Settings> | Promise<void>;
  };
  /** The settings, from what the last command printed. That may be secret, so the terminal doesn't show it. */
  read?: (printed: string, answer: string) => Settings;
  /** What to do if it fails, unless that is to run setup again. */
  again?: string;
}

interface Surroundings {
  folder: string;
  env: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** How a sentence about a failure ends. */
  again?: string;
}

export interface SetupDeps extends Surroundings {
  /** Asks a person. */
  ask: (prompt: string, isHidden?: true) => Promise<string>;
  print: (line: string) => void;
  fetch: typeof fetch;
  /** The login of Netlify's command line. */
  netlifyToken: () => Promise<string | undefined>;
  pause: (ms: number) => Promise<unknown>;
}

/** Asks again until the answer can be right. */
export async function answerTo(
  { ask, print }: SetupDeps,
  { text, usual, check, isHidden }: Question,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${text}${usual ? ` [${usual}]` : ''}: `, isHidden)).trim() || usual;
    try {
      ensure(answer !== undefined, 'This question needs an answer.');
      ensure(isHidden || !answer.includes("'"), 'An answer can’t have a quote.');
      check?.(answer);
      return answer;
    } catch (error) {
      print(error instanceof Error ? error.message : String(error));
    }
  }
}

/** A check of answers. */
export const must =
  (isRight: RegExp | ((answer: string) => boolean), otherwise: string) =>
  (answer: string): void =>
    ensure(isRight instanceof RegExp ? isRight.test(answer) : isRight(answer), otherwise);

export const setupAgain = 'then run npm run setup again: it goes on where it stopped.';

/** How gcloud refuses a key. */
const noKeys = /disableServiceAccountKeyCreation|Key creation is not allowed/;
const allowKeys =
  'Your organization forbids keys of service accounts, as Google Workspace does by default. Somebody with the role Organization Policy Administrator can allow them for this project: at https://console.cloud.google.com/iam-admin/orgpolicies, choose the project, open each active policy “Disable service account key creation”, and choose Manage policy, Override parent’s policy, a rule with enforcement Off, and Set policy. Wait some minutes,';

/**
 * Windows starts the .cmd files of npm and gcloud through its shell only, which needs quotes:
 * https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows
 */
function forShell([tool = '', ...args]: Command, { PATH = '', PATHEXT = '' }: NodeJS.ProcessEnv) {
  const wrong = args.find((it) => /["%\r\n]/.test(it));
  ensure(!wrong, `Windows can’t pass ${wrong} on to ${tool}: leave out quotes and percent signs.`);
  const file = PATH.split(path.delimiter)
    .flatMap((folder) => PATHEXT.split(';').map((it) => path.join(folder, tool + it)))
    .find((it) => existsSync(it));
  return file && [file, ...args].map((it) => `"${it}"`).join(' ');
}

/** Runs a command. Nobody else sees the output of a quiet one: it is an answer, or a secret. */
async function resultOf(
  words: Command,
  isQuiet: boolean,
  { folder: cwd, env, platform = process.platform, again = setupAgain }: Surroundings,
) {
  const [tool = '', ...args] = words;
  const missing = `${tool} can’t be started: install it as docs/deploy.md says, ${again}`;
  const shell = platform === 'win32';
  // Undefined if it isn't there, which the shell would say in the owner's language.
  const start = shell ? forShell(words, env) : tool;
  ensure(start, missing);
  const child = spawn(start, shell ? [] : args, {
    cwd,
    env,
    shell,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const [[code], printed, complaint] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]).catch(saying(missing));
  // With --json, firebase complains in its answer; gcloud's first line says what is wrong, and the rest what to do.
  const [, error = complaint.trim().split('\n').at(-1) ?? ''] =
    /"error": "(.*)"/.exec(printed) ?? /^ERROR: (?:\(\S+\) )?(.+)/m.exec(complaint) ?? [];
  const reason = isQuiet ? error.replace(/[.\s]+$/, '') : 'its own words are above';
  return { code: code ?? 1, printed, reason, said: printed + complaint };
}

/**
 * Runs a command, and returns what it printed if that isn't for the terminal. If the command fails, the cause of the
 * error is all that it said.
 */
export async function run(it: Command, isQuiet: boolean, where: Surroundings): Promise<string> {
  const { code, printed, reason, said } = await resultOf(it, isQuiet, where);
  if (code === 0) return printed;
  const failed = `${shown(it)} failed (${reason || `it ended with ${code}`}): fix that,`;
  const sentence = noKeys.test(said) ? allowKeys : failed;
  throw new StartError(`${sentence} ${where.again ?? setupAgain}`, { cause: said });
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
