import { isSentence } from '../command.ts';

/** Nothing to check: an optional setting is missing, or a check that this one needs has failed. */
export class Skipped extends Error {
  override name = 'Skipped';
}

export interface Finding {
  name: string;
  outcome: 'ok' | 'note' | 'failed' | 'skipped';
  /** A short fact, never a secret or a part of one. */
  detail: string;
}

/** Nothing is broken, but the owner should look at it. */
export class Note extends Error {
  override name = 'Note';
}

interface Passed<T> {
  detail: string;
  /** What checks that need this one work with. */
  found: T;
}

export const passed = (detail: string): Passed<undefined> => ({ detail, found: undefined });

/** The checks of a deployment and what they found, in the order in which they were added. */
export class Report {
  readonly #findings: Promise<Finding>[] = [];

  /** Begins a check. Another check that asks for what it finds is skipped if it fails. */
  check<T>(name: string, run: () => Passed<T> | Promise<Passed<T>>): () => Promise<T> {
    const work = Promise.try(run);
    this.#findings.push(
      work.then(
        ({ detail }) => ({ name, outcome: 'ok', detail }),
        (error: unknown) =>
          error instanceof Skipped || error instanceof Note
            ? { name, outcome: error instanceof Note ? 'note' : 'skipped', detail: error.message }
            : { name, outcome: 'failed', detail: sentenceOf(error) },
      ),
    );
    const found = work.then(
      (it) => it.found,
      (error: unknown) => {
        throw error instanceof Skipped ? error : new Skipped(`"${name}" failed`);
      },
    );
    // No other check may ask for it.
    found.catch(() => undefined);
    return () => found;
  }

  findings(): Promise<Finding[]> {
    return Promise.all(this.#findings);
  }
}

/** Only the name of an unexpected error, since its message may quote a setting. */
function sentenceOf(error: unknown): string {
  // It says what is wrong and how to fix it, without secrets.
  if (isSentence(error)) return error.message;
  const name = error instanceof Error ? error.name : typeof error;
  return `The doctor itself failed here (${name}): run it again. If it happens again, this check has a bug.`;
}
