import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../functions/unavailable.ts';

/** A problem that the user can fix. The message says what is wrong and how to fix it. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Throws a StartError with this sentence if the condition is false. */
export function ensure(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new StartError(otherwise);
}

/** Rejection handler that throws this sentence. For a promise that can fail for one reason only. */
export const saying =
  (sentence: string) =>
  (cause: unknown): never => {
    throw new StartError(sentence, { cause });
  };

/** Whether the message is a sentence for the user of the command. */
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

/** If the owner's files have problems, prints them and ends the build. */
export function refuseToBuild(problems: readonly string[]): void {
  if (problems.length === 0) return;
  console.error(
    ['The site was not built. Nothing that visitors see has changed.', ...problems].join('\n'),
  );
  process.exit(1);
}

/** Reads a command's arguments. If they are wrong, prints the usage and exits with 2. */
export function orUsage<T>(read: () => T, usage: string): T {
  try {
    return read();
  } catch {
    console.error(usage);
    process.exit(2);
  }
}

export const noArguments = (usage: string): void => {
  orUsage(() => parseArgs({ options: {} }), usage);
};

/** For a command that needs shell scripts and signals. */
export function refuseOnWindows(what: string): void {
  if (process.platform !== 'win32') return;
  console.error(`${what} needs Linux or macOS: on Windows, run it in WSL.`);
  process.exit(1);
}

/** The node_modules of a folder with its own lockfile. Installed on first use. */
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

/** The code of an error of Node, gRPC or Firebase: a string or a number. */
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
 * If only npm gets a signal, npm and its shell end. This process would go on and keep its port:
 * https://github.com/npm/cli/issues/5776
 */
export function whenOrphaned(begin: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) begin();
  }, orphanCheckMs).unref();
}
