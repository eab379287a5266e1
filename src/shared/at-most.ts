import * as z from 'zod/mini';

/** Limits UTF-16 code units, like JavaScript and the pages. zod's check counts an emoji once. */
export const atMost = (limit: number, problem?: string) =>
  z.refine<string>((text) => text.length <= limit, problem);
