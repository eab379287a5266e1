import * as z from 'zod/mini';

/**
 * Limits a text's length in UTF-16 code units, like JavaScript and the pages. zod's own check counts an
 * emoji once.
 */
export const atMost = (limit: number, problem?: string) =>
  z.refine<string>((text) => text.length <= limit, problem);
