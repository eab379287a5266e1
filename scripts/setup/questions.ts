import { ensure } from '../command.ts';

/** Whoever runs the command. */
export interface Person {
  ask: (prompt: string, isHidden?: true) => Promise<string>;
  print: (line: string) => void;
}

export interface Question {
  text: string;
  /** Stands for the answer in a dry run. */
  name?: string;
  /** The answer if none is given; without it, one is needed. */
  usual?: string | undefined;
  /** Throws a sentence about an answer that can't be right. */
  check?: (answer: string) => unknown;
  /** A password, which the terminal doesn't show. */
  isHidden?: true;
}

/** Asks again until the answer can be right. */
export async function answerTo(
  { ask, print }: Person,
  { text, usual, check, isHidden }: Question,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${text}${usual ? ` [${usual}]` : ''}: `, isHidden)).trim() || usual;
    if (answer === undefined) continue;
    try {
      ensure(isHidden || !answer.includes("'"), 'An answer can’t have a quote.');
      check?.(answer);
      return answer;
    } catch (error) {
      print(error instanceof Error ? error.message : String(error));
    }
  }
}

/** A check of answers. */
export const must =
  (isRight: RegExp | ((answer: string) => boolean), otherwise: string) =>
  (answer: string): void => {
    ensure(isRight instanceof RegExp ? isRight.test(answer) : isRight(answer), otherwise);
  };
