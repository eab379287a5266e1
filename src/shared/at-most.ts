import * as z from 'zod/mini';

/** Limits a text's length as JavaScript and the pages count it. zod's own check counts an emoji once. */
export const atMost = (limit: number, problem?: string) =>
  z.refine<string>((text) => text.length <= limit, problem);
