import type { Limit } from '../../store/hits.ts';
import { ConfigError } from '../../unavailable.ts';
import type { Env } from '../../variables.ts';

/** An office with one address sends less than this; a flood sends it within a second. */
const usual = '30/10m';

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;
/** The hits of a network are one document, and a document's size is limited. */
const mostCount = 5000;
const mostWindowMs = 24 * units.h;

/** How often one network may submit. */
export function parseSubmitLimit({ SUBMIT_LIMIT }: Env): Limit {
  const limit = parseLimit(SUBMIT_LIMIT || usual);
  if (limit) return limit;
  throw new ConfigError(
    `SUBMIT_LIMIT must be a count, a slash and a number of s, m or h, as in ${usual}: at most ${mostCount} in at most 24h.`,
  );
}

/** Reads a limit such as `30/10m`; undefined if it isn't one, or is out of range. */
export function parseLimit(text: string): Limit | undefined {
  const [, count, length, unit] = /^(\d{1,9})\/(\d{1,9})([smh])$/.exec(text.trim()) ?? [];
  const limit = {
    count: Number(count),
    windowMs: Number(length) * units[unit as keyof typeof units],
  };
  const isInRange =
    limit.count >= 1 &&
    limit.count <= mostCount &&
    limit.windowMs >= units.s &&
    limit.windowMs <= mostWindowMs;
  return isInRange ? limit : undefined;
}
