/** Something that the user can fix keeps a command from running; the message says what and how. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Runs a command. An error that the user can fix prints as its message, any other with its stack. */
export async function orSentence(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
