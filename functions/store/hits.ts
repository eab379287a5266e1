import * as z from 'zod/mini';

/** At most this many hits in any stretch of time this long. */
export interface Limit {
  count: number;
  windowMs: number;
}

/** One hit. Its mark tells it from others, so that a retry isn't counted twice; its time is in ms. */
const hitSchema = z.object({ mark: z.string(), at: z.number() });

type Hit = z.infer<typeof hitSchema>;

export type Admission =
  | { admitted: true }
  /** By this time, an old hit will have left the window. */
  | { admitted: false; until: number };

/**
 * Hits outside the window don't count, whether they were deleted or not. Returns the hits to store from now on, if
 * anything changed.
 */
export function countHit(
  stored: readonly Hit[],
  mark: string,
  { count, windowMs }: Limit,
  now: number,
): { admission: Admission; seen?: Hit[] } {
  const seen = stored
    .filter(({ at }) => Math.abs(now - at) < windowMs)
    .toSorted((a, b) => a.at - b.at);
  if (seen.some((it) => it.mark === mark)) return { admission: { admitted: true } };
  const inTheWay = seen.at(-count);
  if (inTheWay) return { admission: { admitted: false, until: inTheWay.at + windowMs } };
  return { admission: { admitted: true }, seen: [...seen, { mark, at: now }] };
}

/** When the last of these hits leaves the window. */
export const expiryOf = (seen: readonly Hit[], { windowMs }: Limit): number =>
  Math.max(...seen.map(({ at }) => at)) + windowMs;

/** Stored hits that can't be read aren't ours: they don't count, and are overwritten. */
export function readHits(stored: unknown): Hit[] {
  const { success, data } = z.array(hitSchema).safeParse(stored);
  return success ? data : [];
}
