import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { aFolder, type Engine } from '../worlds/each-engine.ts';
import { RunningSite } from './running-site.ts';

/** With a small heap, V8 gives new objects so little room that an import takes three times as long. */
const roomForNew = '--max-semi-space-size=8';

const script = (name: string): string =>
  path.resolve(import.meta.dirname, `../../../scripts/transfer/${name}.ts`);

interface Options {
  /** The limit for objects that stay, in megabytes. All records at once would pass it. */
  heap?: number;
  /** The file that --env names. */
  settings?: string;
}

/** Starts the command of npm run export or import with an engine's data, and doesn't wait for it. */
export async function startTransfer(
  name: 'export' | 'import',
  file: string,
  { env }: Pick<Engine, 'env'>,
  { heap, settings }: Options = {},
): Promise<RunningSite> {
  const limits = heap === undefined ? [] : [`--max-old-space-size=${heap}`, roomForNew];
  const named = settings === undefined ? [] : ['--env', settings];
  const command = [process.execPath, ...limits, script(name), file, ...named] as const;
  return new RunningSite(await aFolder(), { command, env });
}

export async function runTransfer(...how: Parameters<typeof startTransfer>) {
  await using run = await startTransfer(...how);
  const { code } = await run.exit;
  return { code, stdout: run.stdout, said: run.stderr };
}

const node = `'${process.execPath}'`;

async function inShell(line: string, { env }: Engine) {
  await using run = new RunningSite(await aFolder(), { command: ['sh', '-c', line], env });
  const { code } = await run.exit;
  return { code, said: run.stderr };
}

export const exportInto = (device: string, engine: Engine) =>
  inShell(`${node} '${script('export')}' > ${device}`, engine);

/** Pipes an export into an import. */
export function pipe(from: Engine, to: Engine) {
  const settings = Object.entries(to.env).map(([name, value]) => `${name}='${value}'`);
  const taking = `env ${settings.join(' ')} ${node} '${script('import')}' -`;
  return inShell(`${node} '${script('export')}' | ${taking}`, from);
}

/** A record's line as the importing store has it: nobody is sending the lead there. */
export const withoutLease = (line: string): string =>
  line.replace(/"lease":\{[^}]*\}/, '"lease":null');

/** The first line after the headers where an export differs from the one that was imported. */
export async function firstDifference(one: string, other: string): Promise<number | undefined> {
  const [a, b] = [linesOf(one), linesOf(other)];
  for (let number = 1; ; number++) {
    const [left, right] = await Promise.all([a.next(), b.next()]);
    if (left.done && right.done) return undefined;
    const expected = left.done ? undefined : withoutLease(left.value);
    if (number > 1 && expected !== right.value) return number;
  }
}

/** An export without its header, which says when it began. */
export async function itemsIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text.slice(text.indexOf('\n'));
}

async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  const stream = createReadStream(file);
  await once(stream, 'open');
  yield* createInterface({ input: stream, crlfDelay: Infinity });
}
