import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  emptyCounts,
  headerOf,
  textOf,
  type Item,
  type Line,
} from '../../../scripts/transfer/format.ts';
import { aFolder } from '../worlds/each-engine.ts';

const header = headerOf('a test');

export const oldHeader: Line = { kind: 'header', format: 'leadwright', version: 1, from: 'a test' };

/** A complete export of these items. */
export async function exportFile(items: readonly Item[], first: Line = header): Promise<string> {
  const counts = emptyCounts();
  for (const { kind } of items) counts[kind] += 1;
  return fileWith([first, ...items, { kind: 'end', counts }]);
}

export async function fileWith(lines: readonly Line[]): Promise<string> {
  const file = join(await aFolder(), 'some.jsonl');
  await writeFile(file, textOf(lines));
  return file;
}
