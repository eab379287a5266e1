import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { StartError } from '../command.ts';
import {
  emptyCounts,
  itemKinds,
  parseLine,
  total,
  UnreadableLine,
  type Counts,
  type Item,
  type Line,
} from './format.ts';
import { LogFacts, type Logs } from './log.ts';
import { isAbsent, numbered } from './say.ts';

/** An export that was read to its end. */
export interface Export {
  /** From the beginning, each time. */
  items: () => Iterable<Item>;
  /** The leads that were erased, and when. Earlier lines may still have the whole lead. */
  erased: ReadonlyMap<string, string>;
  /** Those of them whose tombstones follow at the end. */
  late: ReadonlyMap<string, string>;
  logs: Logs;
  /** How many of the written lines are missing from the file. */
  missing: number;
}

/** The bytes of a file. `-` is standard input. */
export async function bytesOf(name: string, stdin: NodeJS.ReadableStream): Promise<Buffer> {
  if (name === '-') return buffer(stdin);
  return readFile(name).catch((cause: unknown) => {
    if (!isAbsent(cause)) throw cause;
    throw new StartError(`There is no file ${name}: check its name.`, { cause });
  });
}

/**
 * Reads an export to its end before anything is stored. Only its end says who was erased; without that,
 * an erased lead would be stored and delivered.
 */
export function checkedExport(bytes: Buffer, file: string): Export {
  const counts = emptyCounts();
  const logs: Logs = { own: [], imported: [] };
  const late = new Map<string, string>();
  let written: Counts | undefined;
  for (const line of readLines(bytes, file)) {
    if (line.kind === 'end') written = { ...emptyCounts(), ...line.counts };
    if (line.kind === 'header' || line.kind === 'end') continue;
    counts[line.kind] += 1;
    if (line.kind === 'action') logs.own.push(line.entry);
    if (line.kind === 'imported') logs.imported.push(line.entry);
    if (line.kind === 'tombstone' && line.late) {
      late.set(line.tombstone.id, line.tombstone.erased_at);
    }
  }
  if (!written) {
    throw new StartError(
      `${file} ends in the middle: it has ${numbered(total(counts), 'line', 'lines')} of an export, and its last line is missing. Nothing was stored, because the missing lines say who was erased. Get the whole file, or export again.`,
    );
  }
  const items = function* () {
    for (const line of readLines(bytes, file)) {
      if (line.kind !== 'header' && line.kind !== 'end') yield line;
    }
  };
  const erased = new Map([...new LogFacts(logs).erased, ...late]);
  return { items, erased, late, logs, missing: missing(counts, written, file) };
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
    if ((line.kind === 'header') !== (number === 1) || last?.kind === 'end') {
      throw new StartError(
        `Line ${number} of ${file} is out of place. Nothing was stored: import exactly one complete export.`,
      );
    }
    last = line;
    start = end + 1;
    yield line;
  }
  if (!last) throw new StartError(`${file} is empty.`);
}

function parsed(bytes: Buffer, number: number, file: string): Line {
  try {
    return parseLine(bytes);
  } catch (cause) {
    if (!(cause instanceof UnreadableLine)) throw cause;
    const pipe =
      number === 1
        ? ' (Through a pipe, npm writes lines of its own: npm run --silent export.)'
        : '';
    throw new StartError(
      `Line ${number} of ${file} can't be read: ${cause.message}.${pipe} Nothing was stored. Copy the line from a complete export, or delete it if it is a submission or a role, and import again.`,
      { cause },
    );
  }
}

function missing(read: Counts, written: Counts, file: string): number {
  const lacks = (kind: (typeof itemKinds)[number]) => read[kind] !== written[kind];
  if (!itemKinds.some(lacks)) return 0;
  // Without some leads or roles, the rest is still right. Without an erasure or an opt-out, it isn't.
  if (lacks('action') || lacks('imported') || lacks('tombstone') || lacks('opt-out')) {
    throw new StartError(
      `${file} has ${total(read)} of the ${total(written)} lines that were written into it. Nothing was stored, because some of the missing ones say who was erased or must not be contacted. Get the whole file, or export again.`,
    );
  }
  return total(written) - total(read);
}
