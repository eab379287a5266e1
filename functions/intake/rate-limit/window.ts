/** At most so many within any stretch of time so long. */
export interface Limit {
  count: number;
  windowMs: number;
}

/** Something came; the mark tells it from the others, so that it counts once. */
export interface Hit {
  mark: string;
  /** In milliseconds, as Date counts them. */
  at: number;
}

export type Admission =
  | { admitted: true }
  /** The window has slid on far enough at that time. */
  | { admitted: false; until: number };

interface Judgement {
  admission: Admission;
  /** What is to be kept from now on; undefined where that is nothing new. */
  seen?: Hit[];
}

/** The sliding window: whatever is older than it doesn't count, whether it was deleted or not. */
export function judge(
  stored: readonly Hit[],
  mark: string,
  { count, windowMs }: Limit,
  now: number,
): Judgement {
  const seen = stored
    .filter(({ at }) => Math.abs(now - at) < windowMs)
    .toSorted((a, b) => a.at - b.at);
  if (seen.some((it) => it.mark === mark)) return { admission: { admitted: true } };
  const inTheWay = seen.at(-count);
  if (inTheWay) return { admission: { admitted: false, until: inTheWay.at + windowMs } };
  return { admission: { admitted: true }, seen: [...seen, { mark, at: now }] };
}

/** When nothing of it counts any more. */
export const expiryOf = (seen: readonly Hit[], { windowMs }: Limit): number =>
  Math.max(...seen.map(({ at }) => at)) + windowMs;
