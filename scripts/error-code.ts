/** The code of an error, as Node, gRPC and Firebase set it: a text or a number. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
