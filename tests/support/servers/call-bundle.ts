import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface BundleCall {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface BundleAnswer {
  status: number;
  text: string;
  /** Milliseconds since the start of the process. */
  ms: number;
  /** The memory of the whole process, in bytes. */
  memory: number;
}

const caller = join(import.meta.dirname, 'bundle-caller.ts');

/** Calls a bundled function in a process of its own, which can load only files of the bundle. */
export async function callBundle(
  folder: string,
  name: string,
  calls: readonly BundleCall[],
  env: Record<string, string>,
  doors = '.built/functions',
): Promise<BundleAnswer[]> {
  const file = join(folder, doors, `${name}.mjs`);
  const child = fork(caller, [file, JSON.stringify(calls)], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const said = once(child, 'message') as Promise<[BundleAnswer[]]>;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The bundle of ${name} ended with ${String(code)} and gave no answer.`);
  });
  const [answers] = await Promise.race([said, ended]);
  await ended.catch(() => undefined);
  return answers;
}
