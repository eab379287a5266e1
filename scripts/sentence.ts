import { StartError } from './serve/start-error.ts';

/** Runs a command. An error that the user can fix prints as its message, any other with its stack. */
export async function orSentence(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
