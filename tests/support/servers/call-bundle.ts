/**
 * Calls a bundled function in a process of its own, which can load only files of the bundle. The process
 * runs this file: `call-bundle.ts <file> <calls>`, in the bundle's folder, as in a deployment.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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
}

export async function callBundle(
  folder: string,
  name: string,
  calls: readonly BundleCall[],
  env: Record<string, string>,
): Promise<BundleAnswer[]> {
  const file = join(folder, '.built/functions', `${name}.mjs`);
  const child = fork(import.meta.filename, [file, JSON.stringify(calls)], {
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

if (import.meta.main) {
  const [, , file = '', calls = '[]'] = process.argv;
  const { default: run } = (await import(pathToFileURL(file).href)) as {
    default: (request: Request, context: unknown) => Promise<Response>;
  };
  const work: Promise<unknown>[] = [];
  const context = {
    ip: '203.0.113.7',
    requestId: crypto.randomUUID(),
    waitUntil: (it: Promise<unknown>) => work.push(it),
  };
  const answers: BundleAnswer[] = [];
  for (const { path, ...call } of JSON.parse(calls) as BundleCall[]) {
    const response = await run(new Request(`https://leadwright.example${path}`, call), context);
    const ms = performance.now();
    const text = await response.text();
    answers.push({ status: response.status, text, ms });
  }
  await Promise.all(work);
  process.send?.(answers);
  process.disconnect();
}
