import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { counted } from '../../src/copy/counted.ts';
import { ensure, StartError } from '../command.ts';
import type { AuditEntry } from '../../src/shared/audit.ts';
import {
  emptyCounts,
  entryIn,
  itemKinds,
  parseLine,
  total,
  type Counts,
  type Item,
  type Line,
} from './format.ts';
import { LogFacts } from './log.ts';

const hint = 'Get the whole file, unpacked and as export wrote it, or export again.';

export type Export = ReturnType<typeof checkedExport>;

export async function readExport(name: string): Promise<Export> {
  const bytes = await readFile(name).catch((cause: unknown) => {
    throw new StartError(`${(cause as Error).message}. Name the file of an export.`, { cause });
  });
  return checkedExport(bytes, name);
}

/**
 * Reads an export to its end before anything is stored. Only its end says who was erased; without that,
 * an erased lead would be stored and delivered.
 */
export function checkedExport(bytes: Buffer, file: string) {
  const counts = emptyCounts();
  const entries = new Map<string, AuditEntry>();
  const tombstones = new Map<string, string>();
  /** The fingerprints of the keys that the do-not-contact list was made with. */
  const keys = new Set<string>();
  let written: Counts | undefined;
  // An export has no line twice, so a repeated one can't stand in for one that is missing.
  const read = new Set<string>();
  for (const line of readLines(bytes, file)) {
    if (line.kind === 'end') written = { ...emptyCounts(), ...line.counts };
    if ('key' in line && line.key !== undefined) keys.add(line.key);
    if (line.kind === 'header' || line.kind === 'end') continue;
    const { size } = read.add(hash('sha256', JSON.stringify(line)));
    if (size === total(counts)) continue;
    counts[line.kind] += 1;
    const entry = entryIn(line);
    if (entry) entries.set(entry.id, entry);
    if (line.kind === 'tombstone') tombstones.set(line.tombstone.id, line.tombstone.erased_at);
  }
  ensure(
    written,
    `${file} ends in the middle: it has ${counted(total(counts), 'line', 'lines')} of an export, and its last line is missing. Nothing was stored, because the missing lines say who was erased. ${hint}`,
  );
  ensure(
    itemKinds.every((kind) => counts[kind] === written[kind]),
    `${file} has ${total(counts)} of the ${total(written)} lines that were written into it. Nothing was stored, because the missing ones may say who was erased or must not be contacted. ${hint}`,
  );
  /** From the beginning, each time. */
  const items = function* (): Generator<Item> {
    for (const line of readLines(bytes, file)) {
      if (line.kind !== 'header' && line.kind !== 'end') yield line;
    }
  };
  /** The leads that were erased, and when. Earlier lines may still have the whole lead. */
  const erased = new Map([...new LogFacts(entries.values()).erased, ...tombstones]);
  return { items, erased, entries, keys, hasOptOuts: counts['opt-out'] > 0 };
}

/**
 * Yields a header, items, and the counts at the end, unless the file was cut off before them. A last line
 * without a line break was cut off, and is left out.
 */
function* readLines(bytes: Buffer, file: string): Generator<Line> {
  let number = 0;
  let last: Line | undefined;
  let start = 0;
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
    number += 1;
    const line = parsed(bytes.subarray(start, end), number, file);
    ensure(
      (line.kind === 'header') === (number === 1) && last?.kind !== 'end',
      `Line ${number} of ${file} is out of place. Nothing was stored: import exactly one complete export.`,
    );
    last = line;
    start = end + 1;
    yield line;
  }
  ensure(last, `${file} is empty, or was cut off in its first line. Nothing was stored. ${hint}`);
}

function parsed(bytes: Buffer, number: number, file: string): Line {
  try {
    return parseLine(bytes);
  } catch (cause) {
    // Other messages quote the text, or tell of an exceeded stack.
    const why = cause instanceof StartError ? cause.message : 'it is not a line of an export';
    throw new StartError(
      `Line ${number} of ${file} can't be read: ${why}. Nothing was stored. ${hint}`,
      { cause },
    );
  }
}
