/** The steps of a deployment, and their questions to the user. */
import { ensure } from '../command.ts';
import { type Command, run, type Shell } from '../tools.ts';

/** The settings of the deployment. Git ignores it. */
export const liveFile = '.env.live';

export type Settings = Readonly<Record<string, string>>;

export interface SetupDeps extends Shell {
  ask: (prompt: string, isHidden?: true) => Promise<string>;
  print: (line: string) => void;
  fetch: typeof fetch;
  /** The login of Netlify's command line. */
  netlifyToken: () => Promise<string | undefined>;
}

export interface Step {
  title: string;
  /** If true, setup skips the step. A step without it runs each time, and must be safe to repeat. */
  isDone?: (settings: Settings, deps: SetupDeps) => boolean | Promise<boolean>;
  /** Asks for settings. They are written to .env.live after the commands have succeeded. */
  asks?: (settings: Settings, deps: SetupDeps) => Promise<Settings>;
  /** Asks for one value that only the commands need. */
  question?: Question & { name: string };
  commands?: (settings: Settings) => readonly Command[];
  /** Reads settings from the output of the last command, which is then not shown. */
  read?: (printed: string, answer: Settings) => Settings;
  /** Runs after the commands. Returns settings for .env.live. */
  work?: (settings: Settings, deps: SetupDeps) => Settings | Promise<Settings> | Promise<void>;
  /** Instructions without setup. If a step has no commands and no work, setup prints them and waits for the user. */
  byHand?: string;
  /** The end of an error sentence: what to do after the fix. */
  again?: string;
}

interface Question {
  text: string;
  /** The answer if the user gives none. Without it, an answer is required. */
  usual?: string | undefined;
  /** Throws a sentence about a wrong answer. */
  check?: (answer: string) => unknown;
  /** For passwords: the terminal doesn't show the answer. */
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

export const must =
  (isRight: RegExp | ((answer: string) => boolean), otherwise: string) =>
  (answer: string): void =>
    ensure(isRight instanceof RegExp ? isRight.test(answer) : isRight(answer), otherwise);

export const isSet =
  (...names: readonly string[]) =>
  (settings: Settings): boolean =>
    names.every((name) => settings[name] !== undefined);

/** Whether a read-only command succeeds and `holds` is true for its output. */
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
