import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../functions/unavailable.ts';

/** Something that the user can fix keeps a command from running; the message says what and how. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Throws this sentence if something that has to hold doesn't. */
export function ensure(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new StartError(otherwise);
}

/** For a promise whose failure has only one meaning. */
export const saying =
  (sentence: string) =>
  (cause: unknown): never => {
    throw new StartError(sentence, { cause });
  };

/** Whether the message is a sentence for whoever runs the command. */
export const isSentence = (error: unknown): error is Error =>
  error instanceof StartError || error instanceof ConfigError;

/** Runs a command. An error that the user can fix prints as its message, any other with its stack. */
export async function orSentence<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    console.error(isSentence(error) ? error.message : error);
    process.exit(1);
  }
}

/** Ends the build with the problems of what an owner wrote, if there are any. */
export function refuseToBuild(problems: readonly string[]): void {
  if (problems.length === 0) return;
  console.error(
    ['The site was not built. Nothing that visitors see has changed.', ...problems].join('\n'),
  );
  process.exit(1);
}

/** Reads a command's arguments. If they are wrong, it prints its usage and exits with 2. */
export function orUsage<T>(read: () => T, usage: string): T {
  try {
    return read();
  } catch {
    console.error(usage);
    process.exit(2);
  }
}

/** For a command that is set by variables only, if by anything. */
export const noArguments = (usage: string): void => {
  orUsage(() => parseArgs({ options: {} }), usage);
};

/** For a command that needs shell scripts and signals. */
export function refuseOnWindows(what: string): void {
  if (process.platform !== 'win32') return;
  console.error(`${what} needs Linux or macOS: on Windows, run it in WSL.`);
  process.exit(1);
}

/** The packages of a folder with a lockfile of its own. They are installed at first use. */
export function packagesOf(folder: string): string {
  const cwd = path.join(import.meta.dirname, '..', folder);
  const installed = path.join(cwd, 'node_modules');
  if (!existsSync(installed)) {
    const npm = ['ci', '--no-audit', '--no-fund'];
    const shell = process.platform === 'win32';
    const { status } = spawnSync('npm', npm, { cwd, stdio: 'inherit', shell });
    ensure(status === 0, `npm ci failed in the folder ${folder}.`);
  }
  return installed;
}

/** The code of an error, as Node, gRPC and Firebase set it: a text or a number. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * One press of Ctrl-C can arrive several times: from the terminal, which signals all its processes,
 * and from each npm in between, which forwards it. Signals within this time count as one press.
 */
const onePressMs = 500;

const orphanCheckMs = 500;

/** Closes gracefully on the first signal, and exits at once on the second. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closingSince: number | undefined;
  const begin = () => {
    if (closingSince !== undefined) return;
    closingSince = performance.now();
    void orSentence(close).then(() => process.exit(0));
  };
  const onSignal = () => {
    begin();
    if (performance.now() - Number(closingSince) > onePressMs) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  whenOrphaned(begin);
}

/**
 * A signal to npm alone ends npm and its shell, and would leave this process running and its port
 * taken: https://github.com/npm/cli/issues/5776
 */
export function whenOrphaned(begin: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) begin();
  }, orphanCheckMs).unref();
}
