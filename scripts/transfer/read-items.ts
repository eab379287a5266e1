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
import { noteRole } from './erased-or-revoked.ts';
import { numbered } from './say.ts';
import { wholeLines } from './source.ts';

/** Facts about an export that was read to its end. */
interface Checked {
  /** The leads that were erased, and when. Earlier lines may still have the whole lead. */
  erased: Map<string, string>;
  /** Accounts whose admin role was revoked. Earlier lines may still have the role. */
  revoked: Set<string>;
  /** How many of the written lines are missing from the file. */
  missing: number;
}

/**
 * Reads an export to its end before anything is stored. Only its end says who was erased; without that,
 * an erased lead would be stored and delivered.
 */
export async function checkItems(chunks: AsyncIterable<Buffer>, file: string): Promise<Checked> {
  const counts = emptyCounts();
  const erased = new Map<string, string>();
  const revoked = new Set<string>();
  let written: Counts | undefined;
  for await (const line of readLines(chunks, file)) {
    switch (line.kind) {
      case 'header':
        continue;
      case 'end':
        written = { ...emptyCounts(), ...line.counts };
        continue;
      case 'action':
        noteRole(revoked, line.entry);
        if (line.entry.event.action !== 'erased') break;
        for (const id of line.entry.event.submissions) erased.set(id, line.entry.at);
        break;
      case 'tombstone':
        if (line.late) erased.set(line.tombstone.id, line.tombstone.erased_at);
    }
    counts[line.kind] += 1;
  }
  if (!written) {
    throw new StartError(
      `${file} ends in the middle: it has ${numbered(total(counts), 'line', 'lines')} of an export, and its last line is missing. Nothing was stored, because the missing lines say who was erased. Get the whole file, or export again.`,
    );
  }
  return { erased, revoked, missing: missing(counts, written, file) };
}

export async function* readItems(
  chunks: AsyncIterable<Buffer>,
  file: string,
): AsyncGenerator<Item> {
  for await (const line of readLines(chunks, file)) {
    if (line.kind !== 'header' && line.kind !== 'end') yield line;
  }
}

/** Yields a header, items, and the counts at the end, unless the file was cut off before them. */
async function* readLines(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Line> {
  let stage: 'begin' | 'items' | 'ended' = 'begin';
  for await (const { number, line } of parsedLines(chunks, file)) {
    if ((line.kind === 'header') !== (stage === 'begin') || stage === 'ended') {
      throw new StartError(
        `Line ${number} of ${file} is out of place. Nothing was stored: import exactly one complete export.`,
      );
    }
    stage = line.kind === 'end' ? 'ended' : 'items';
    yield line;
  }
  if (stage === 'begin') throw new StartError(`${file} is empty.`);
}

async function* parsedLines(chunks: AsyncIterable<Buffer>, file: string) {
  let number = 1;
  try {
    for await (const { bytes } of wholeLines(chunks)) {
      const line: Line = parseLine(bytes);
      yield { number, line };
      number += 1;
    }
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
  if (itemKinds.every((kind) => read[kind] === written[kind])) return 0;
  const sentence = `${file} has ${total(read)} of the ${total(written)} lines that were written into it`;
  // Without some leads or roles, the rest is still right. Without an erasure or an opt-out, it isn't.
  const needed = ['action', 'tombstone', 'opt-out'] as const;
  if (needed.some((kind) => read[kind] !== written[kind])) {
    throw new StartError(
      `${sentence}. Nothing was stored, because some of the missing ones say who was erased or must not be contacted. Get the whole file, or export again.`,
    );
  }
  return total(written) - total(read);
}
