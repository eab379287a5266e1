import * as z from 'zod/mini';
import type { Hit } from '../intake/rate-limit/sliding-window.ts';

const schema = z.array(z.object({ mark: z.string(), at: z.number() }));

/** What can't be read was written by somebody else: it counts as nothing, and is written over. */
export function readHits(stored: unknown): Hit[] {
  const { success, data } = schema.safeParse(stored);
  return success ? data : [];
}
