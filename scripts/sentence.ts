import { StartError } from './serve/start-error.ts';

/** Runs a script. What its user can mend is said in a sentence; all else shows where it happened. */
export async function orSentence(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
