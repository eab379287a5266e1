/** Something that the user can fix keeps a command from running; the message says what and how. */
export class StartError extends Error {
  override name = 'StartError';
}
