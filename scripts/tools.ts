/** Runs the vendors' command lines: firebase, gcloud, netlify and npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ensure, saying, StartError } from './command.ts';

/** A tool and its arguments. Other users of the machine can read them, so they must not contain a secret. */
export type Command = readonly string[];

/** Splits a command at its spaces. An inserted value isn't split. */
export const command = (words: TemplateStringsArray, ...values: (string | undefined)[]): Command =>
  String.raw(words, ...values.map((_, i) => `\0${i}\0`))
    .split(' ')
    .map((word) => word.replace(/\0(\d+)\0/, (_, i) => values[Number(i)] ?? ''));

export interface Shell {
  folder: string;
  env: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** The end of an error sentence: what to do after the fix. */
  again?: string;
}

export const setupAgain = 'then run npm run setup again: it goes on where it stopped.';

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

/** Runs a command. The terminal doesn't show the output of a quiet one, which may be a secret. */
export async function run(words: Command, isQuiet: boolean, shell: Shell): Promise<string> {
  const { folder: cwd, env, platform = process.platform, again = setupAgain } = shell;
  const [tool = '', ...args] = words;
  const missing = `${tool} can’t be started: install it as docs/deploy.md says, ${again}`;
  const isWindows = platform === 'win32';
  // Windows' shell reports a missing file in the user's language, so look for the file first.
  const file = isWindows ? forShell(words, env) : tool;
  ensure(file, missing);
  const child = spawn(file, isWindows ? [] : args, {
    cwd,
    env,
    shell: isWindows,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const [[code], printed, errors] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]).catch(saying(missing));
  if (code === 0) return printed;
  // With --json, firebase prints the error to stdout. gcloud's first line has the reason; the others are advice.
  const [, reason = errors.trim().split('\n').at(-1)] =
    /"error": "(.*)"/.exec(printed) ?? /^ERROR: (?:\(\S+\) )?(.+)/m.exec(errors) ?? [];
  const why = isQuiet ? reason?.replace(/[.\s]+$/, '') : 'see its output above';
  throw new StartError(
    `${shown(words)} failed (${why || `it ended with ${code}`}): fix that, ${again}`,
  );
}

/** The command as a user types it. firebase is a package of this project, so a shell finds it only by npx. */
export const shown = (words: Command): string =>
  [...(words[0] === 'firebase' ? ['npx'] : []), ...words]
    .map((word) => (/^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word}'`))
    .join(' ');

/** An access token of the user who is logged in to gcloud. */
export const ownerToken = async (shell: Shell): Promise<string> =>
  (await run(command`gcloud auth print-access-token`, true, shell)).trim();
