import type { Live, Settings } from './live-file.ts';
import type { Command } from './tools.ts';

/** Asks a tool what there is, by a command that changes nothing. */
export type Ask = (command: Command) => Promise<string>;

export interface Question {
  /** Stands for the answer in a dry run. */
  name: string;
  /** Asks for the answer. */
  text: string;
  /** The answer if none is given; without it, one is needed. */
  usual?: string;
  /** Throws a sentence about an answer that can't be right. */
  check?: (answer: string) => void;
}

/** A step of docs/deploy.md. */
export interface Step {
  title: string;
  /** Asked only if the step isn't done. */
  question?: Question;
  /** The settings that it adds to .env.live. Without `isDone`, it is done if they are there. */
  writes?: readonly string[];
  isDone?: (live: Live, ask: Ask) => Promise<boolean>;
  commands?: (settings: Settings, answer: string) => readonly Command[];
  /** Its commands print a secret or an answer, so the terminal doesn't show it. */
  isQuiet?: true;
  /** The settings, from what the last command printed. */
  read?: (printed: string, answer: string) => Settings;
}
