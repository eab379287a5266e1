/** What a step of a deployment is, and how it asks a person. */
import { ensure } from '../command.ts';
import { type Command, run, type Shell } from '../tools.ts';

/** The settings of the deployment. Git ignores it. */
export const liveFile = '.env.live';

export type Settings = Readonly<Record<string, string>>;

export interface SetupDeps extends Shell {
  /** Asks a person. */
  ask: (prompt: string, isHidden?: true) => Promise<string>;
  print: (line: string) => void;
  fetch: typeof fetch;
  /** The login of Netlify's command line. */
  netlifyToken: () => Promise<string | undefined>;
}

export interface Step {
  title: string;
  /** Setup skips a step that is done. Without this, each run takes the step, which then changes nothing that is right. */
  isDone?: (settings: Settings, deps: SetupDeps) => boolean | Promise<boolean>;
  /** Asks for settings, which .env.live keeps once the commands have succeeded. */
  asks?: (settings: Settings, deps: SetupDeps) => Promise<Settings>;
  /** Asks for one value that only the commands need. */
  question?: Question & { name: string };
  /** The vendor's own commands. */
  commands?: (settings: Settings) => readonly Command[];
  /** Settings in what the last command printed, which the terminal then doesn't show. */
  read?: (printed: string, answer: Settings) => Settings;
  /** What setup does itself, after the commands. Returns settings to keep. */
  work?: (settings: Settings, deps: SetupDeps) => Settings | Promise<Settings> | Promise<void>;
  /** How a person does it without setup. Without commands and work, setup prints this and waits for the person. */
  byHand?: string;
  /** How the sentence about a failure ends. */
  again?: string;
}

interface Question {
  text: string;
  /** The answer if none is given; without it, one is needed. */
  usual?: string | undefined;
  /** Throws a sentence about a wrong answer. */
  check?: (answer: string) => unknown;
  /** A password, which the terminal doesn't show. */
  isHidden?: true;
}

/** Asks again until the answer passes its check. */
export async function answerTo(
  { ask, print }: SetupDeps,
  { text, usual, check, isHidden }: Question,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${text}${usual ? ` [${usual}]` : ''}: `, isHidden)).trim() || usual;
    try {
      ensure(answer !== undefined, 'This question needs an answer.');
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
  (answer: string): void =>
    ensure(isRight instanceof RegExp ? isRight.test(answer) : isRight(answer), otherwise);

export const isSet =
  (...names: readonly string[]) =>
  (settings: Settings): boolean =>
    names.every((it) => settings[it] !== undefined);

/** Whether a command that changes nothing succeeds and prints what `holds`. */
export const finds =
  (
    asked: (settings: Settings) => Command,
    holds: (printed: string, settings: Settings) => boolean,
  ) =>
  (settings: Settings, deps: SetupDeps): Promise<boolean> =>
    run(asked(settings), true, deps).then(
      (printed) => holds(printed, settings),
      () => false,
    );
