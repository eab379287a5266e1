import { open } from 'node:fs/promises';
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
import { LogFacts } from './log-entries.ts';
import { isAbsent, numbered } from './say.ts';

/** The bytes of a file, from the beginning each time. */
export type Chunks = () => AsyncIterable<Buffer> | Iterable<Buffer>;

/** An export that was read to its end. */
export interface Export {
  /** From the beginning, each time. */
  items: () => AsyncIterable<Item>;
  /** The leads that were erased, and when. Earlier lines may still have the whole lead. */
  erased: ReadonlyMap<string, string>;
  /** Those of them whose tombstones follow at the end. */
  late: ReadonlyMap<string, string>;
  /** Accounts whose admin role was revoked. Earlier lines may still have the role. */
  revoked: ReadonlySet<string>;
  /** How many of the written lines are missing from the file. */
  missing: number;
}

/**
 * Opens a file for `work`. `-` is standard input. A pipe can be read only once, so its bytes stay in memory:
 * a copy on the disk would outlive a process that was killed.
 */
export async function withFile<T>(
  name: string,
  stdin: AsyncIterable<Buffer>,
  work: (chunks: Chunks) => Promise<T>,
): Promise<T> {
  const inMemory = async (stream: AsyncIterable<Buffer>) => {
    const chunks = await Array.fromAsync(stream);
    return work(() => chunks);
  };
  if (name === '-') return inMemory(stdin);
  await using file = await open(name).catch((cause: unknown) => {
    if (!isAbsent(cause)) throw cause;
    throw new StartError(`There is no file ${name}: check its name.`, { cause });
  });
  const found = await file.stat();
  if (!found.isFile()) return await inMemory(file.createReadStream());
  return await work(() => file.createReadStream({ start: 0, autoClose: false }));
}

/**
 * Reads an export to its end before anything is stored. Only its end says who was erased; without that,
 * an erased lead would be stored and delivered.
 */
export async function checkedExport(chunks: Chunks, file: string): Promise<Export> {
  const counts = emptyCounts();
  const log = new LogFacts();
  const late = new Map<string, string>();
  let written: Counts | undefined;
  for await (const line of readLines(chunks, file)) {
    if (line.kind === 'end') written = { ...emptyCounts(), ...line.counts };
    if (line.kind === 'header' || line.kind === 'end') continue;
    counts[line.kind] += 1;
    log.note(line);
    if (line.kind === 'tombstone' && line.late) {
      late.set(line.tombstone.id, line.tombstone.erased_at);
    }
  }
  if (!written) {
    throw new StartError(
      `${file} ends in the middle: it has ${numbered(total(counts), 'line', 'lines')} of an export, and its last line is missing. Nothing was stored, because the missing lines say who was erased. Get the whole file, or export again.`,
    );
  }
  const items = async function* () {
    for await (const line of readLines(chunks, file)) {
      if (line.kind !== 'header' && line.kind !== 'end') yield line;
    }
  };
  const erased = new Map([...log.erased, ...late]);
  const { revoked } = log;
  return { items, erased, late, revoked, missing: missing(counts, written, file) };
}

/** Yields a header, items, and the counts at the end, unless the file was cut off before them. */
async function* readLines(chunks: Chunks, file: string): AsyncGenerator<Line> {
  let number = 0;
  let last: Line | undefined;
  for await (const bytes of wholeLines(chunks())) {
    number += 1;
    const line = parsed(bytes, number, file);
    if ((line.kind === 'header') !== (number === 1) || last?.kind === 'end') {
      throw new StartError(
        `Line ${number} of ${file} is out of place. Nothing was stored: import exactly one complete export.`,
      );
    }
    last = line;
    yield line;
  }
  if (!last) throw new StartError(`${file} is empty.`);
}

function parsed(bytes: Buffer | undefined, number: number, file: string): Line {
  try {
    if (!bytes) throw new UnreadableLine('it is too long');
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

/** Far more than any record needs, and little enough for memory. */
const longest = 4 * 1024 * 1024;

/**
 * Splits while reading, so that at most a line and a chunk are in memory. A line that is too long is
 * undefined. A last line without a line break was cut off, and is left out.
 */
async function* wholeLines(chunks: ReturnType<Chunks>): AsyncGenerator<Buffer | undefined> {
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let rest = Buffer.concat([held, chunk]);
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > longest) yield undefined;
    // A copy, so that the chunk can be freed.
    held = Buffer.from(rest);
  }
}

function missing(read: Counts, written: Counts, file: string): number {
  const lacks = (kind: (typeof itemKinds)[number]) => read[kind] !== written[kind];
  if (!itemKinds.some(lacks)) return 0;
  // Without some leads or roles, the rest is still right. Without an erasure or an opt-out, it isn't.
  if (lacks('action') || lacks('tombstone') || lacks('opt-out')) {
    throw new StartError(
      `${file} has ${total(read)} of the ${total(written)} lines that were written into it. Nothing was stored, because some of the missing ones say who was erased or must not be contacted. Get the whole file, or export again.`,
    );
  }
  return total(written) - total(read);
}
