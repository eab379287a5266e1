import { StartError } from '../serve/start-error.ts';
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
import { wholeLines } from './lines.ts';

/** What an export has, in its order. Ends with a sentence where it is not a whole one. */
export async function* readItems(
  chunks: AsyncIterable<Buffer>,
  file: string,
): AsyncGenerator<Item> {
  const counts = emptyCounts();
  let stage: 'begin' | 'items' | 'ended' = 'begin';
  for await (const { number, line } of parsedLines(chunks, file)) {
    if ((line.kind === 'header') !== (stage === 'begin') || stage === 'ended') {
      throw new StartError(
        `Line ${number} of ${file} stands where none of its kind does. Nothing from it on was stored: import one export, whole and alone.`,
      );
    }
    if (line.kind === 'end') {
      stage = 'ended';
      refuseGaps(counts, line.counts, file);
    } else {
      stage = 'items';
      if (line.kind === 'header') continue;
      counts[line.kind] += 1;
      yield line;
    }
  }
  if (stage === 'ended') return;
  throw new StartError(
    stage === 'begin'
      ? `${file} is empty, and no export.`
      : `${file} ends in the middle: of what it was to have there are ${total(counts)}, and its last line is missing. These are stored; get the whole file, or export again, and import that: what is there is skipped.`,
  );
}

/** Those same, the first of them read: what has none should be known before anything is done for it. */
export async function begun<T>(items: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await items.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* items;
  })();
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
      `Line ${number} of ${file} can't be read: ${cause.message}.${pipe} Nothing from it on was stored. Take the line from a whole export, or leave it out, and import again: what is there is skipped.`,
      { cause },
    );
  }
}

function refuseGaps(read: Counts, written: Counts, file: string): void {
  if (itemKinds.every((kind) => read[kind] === written[kind])) return;
  throw new StartError(
    `${file} has ${total(read)} of the ${total(written)} that were written into it. Those are stored; import a whole export for the rest: what is there is skipped.`,
  );
}
