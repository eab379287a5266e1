import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { StartError } from '../../../scripts/command.ts';
import { exportTo } from '../../../scripts/transfer/export.ts';
import { endOf, headerOf, textOf, type Item, type Line } from '../../../scripts/transfer/file.ts';
import { fingerprintOf } from '../../../functions/opt-outs/may-contact.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import { importFrom } from '../../../scripts/transfer/import.ts';
import { aFolder, type Engine } from '../worlds/each-engine.ts';
import { RunningSite } from './running-site.ts';

type Command = 'export' | 'import';

/** The PRIVACY_KEY of each command and file here that names no other. */
export const usualKey = 'a'.repeat(64);

export const fingerprint = fingerprintOf(personHasher(usualKey));

/** Runs the command of npm run export or import in this process, with an engine's data. */
export async function runTransfer(
  name: Command,
  file: string,
  engine: Pick<Engine, 'env'>,
  { isSameKey = false } = {},
) {
  const sentences: string[] = [];
  const env = { PRIVACY_KEY: usualKey, ...engine.env };
  const say = (sentence: string): void => {
    sentences.push(`${sentence}\n`);
  };
  let code = 0;
  try {
    await (name === 'export'
      ? exportTo(file, env, say)
      : importFrom(file, env, say, { isSameKey }));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    code = 1;
    say(error.message);
  }
  return { code, said: sentences.join('') };
}

export async function saidBy(name: Command, file: string, engine: Pick<Engine, 'env'>, code = 0) {
  const ended = await runTransfer(name, file, engine);
  expect(ended).toEqual({ ...ended, code });
  return ended.said;
}

interface Started extends Pick<Engine, 'env'> {
  /** The program that runs the script; node by default. */
  program?: readonly [string, ...string[]];
}

/** Starts the command in its own process, which can be killed or run with a file size limit. */
export async function startTransfer(
  name: Command,
  args: readonly string[],
  { env, program = [process.execPath] }: Started,
): Promise<RunningSite> {
  const script = path.resolve(`scripts/transfer/${name}.ts`);
  return new RunningSite(await aFolder(), {
    command: [...program, script, ...args],
    env: { PRIVACY_KEY: usualKey, ...env },
  });
}

/** A record's line as the importing store has it: without the lease of a worker. */
const withoutLease = (line: string): string => line.replace(/"lease":\{[^}]*\}/, '"lease":null');

/** An export without its header, which says when it was made. */
export async function itemsIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text.slice(text.indexOf('\n'));
}

/** The first line where an export differs from the imported one, apart from the import's log entries. */
export async function firstDifference(one: string, other: string): Promise<string | undefined> {
  const linesOf = async (file: string) =>
    (await itemsIn(file)).split('\n').filter((it) => !/^{"kind":"(action|end)"/.test(it));
  const exported = await linesOf(other);
  const imported = await linesOf(one);
  const differs = (line: string, i: number) => withoutLease(line) !== exported[i];
  return imported.find(differs) ?? exported[imported.length];
}

export const oldHeader: Line = { kind: 'header', format: 'leadwright', version: 1, from: 'a test' };

export const exportFile = (
  items: readonly Item[],
  first: Line = headerOf('a test', fingerprint),
): Promise<string> => fileWith([first, ...items, endOf(items.length)]);

export async function fileWith(lines: readonly Line[]): Promise<string> {
  const file = path.join(await aFolder(), 'some.jsonl');
  await writeFile(file, textOf(lines));
  return file;
}
