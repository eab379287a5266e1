import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { StartError } from '../command.ts';
import type { Question } from './step.ts';

/** The next line that was typed or piped in; undefined if there is none. */
type NextLine = (prompt: string) => Promise<string | undefined>;

/** For a person. Tools ask questions on the same terminal, so it is free between two questions. */
export const typedLine: NextLine = async (prompt) => {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(lines, 'close').then(() => {
    throw new StartError('Stopped. Run npm run setup again to go on.');
  });
  try {
    return await Promise.race([lines.question(prompt), closed]);
  } finally {
    closed.catch(() => undefined);
    lines.close();
  }
};

/** One answer on each line, in the order of the questions. */
export function pipedLines(input: NodeJS.ReadableStream): NextLine {
  let lines: AsyncIterator<string> | undefined;
  return async () => {
    lines ??= createInterface({ input })[Symbol.asyncIterator]();
    const next = await lines.next();
    return next.done ? undefined : next.value;
  };
}

export interface AnswerDeps {
  nextLine: NextLine;
  isTerminal: boolean;
  print: (line: string) => void;
}

/** Asks a person again until the answer can be right. */
export async function answerTo(
  { text, usual, check }: Question,
  { nextLine, isTerminal, print }: AnswerDeps,
): Promise<string> {
  for (;;) {
    const typed = (await nextLine(`${text}${usual ? ` [${usual}]` : ''}: `))?.trim();
    const answer = typed || usual;
    if (answer === undefined && !isTerminal)
      throw new StartError(`An answer is missing: ${text}. Run npm run setup and give it.`);
    try {
      if (answer === undefined) continue;
      check?.(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Error) || !isTerminal) throw asStartError(error);
      print(error.message);
    }
  }
}

const asStartError = (error: unknown): StartError =>
  new StartError(error instanceof Error ? error.message : String(error), { cause: error });
