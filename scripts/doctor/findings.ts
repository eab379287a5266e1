import { isSentence } from '../command.ts';

/** The check can't run: an optional setting is missing, or a check that it needs has failed. */
export class Skipped extends Error {
  override name = 'Skipped';
}

export interface Finding {
  name: string;
  outcome: 'ok' | 'note' | 'failed' | 'skipped';
  /** A short fact, never a secret or a part of one. */
  detail: string;
}

/** No failure, but the owner should look at this. */
export class Note extends Error {
  override name = 'Note';
}

interface Passed<T> {
  detail: string;
  /** Input for the checks that need this one. */
  found: T;
}

export const passed = (detail: string): Passed<undefined> => ({ detail, found: undefined });

/** The findings of all checks, in the order in which the checks were added. */
export class Report {
  readonly #findings: Promise<Finding>[] = [];

  /** Starts a check. Returns its `found` to other checks, which are skipped if this check fails. */
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
      (result) => result.found,
      (error: unknown) => {
        throw error instanceof Skipped ? error : new Skipped(`"${name}" failed`);
      },
    );
    // Avoids an unhandled rejection if no other check awaits it.
    found.catch(() => undefined);
    return () => found;
  }

  findings(): Promise<Finding[]> {
    return Promise.all(this.#findings);
  }
}

/** Prints only the name of an unexpected error, because its message may quote a setting. */
function sentenceOf(error: unknown): string {
  if (isSentence(error)) return error.message;
  const name = error instanceof Error ? error.name : typeof error;
  return `The doctor itself failed here (${name}): run it again. If it happens again, this check has a bug.`;
}
