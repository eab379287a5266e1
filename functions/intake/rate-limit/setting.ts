import type { Limit } from './sliding-window.ts';

/** An office behind one address sends less; a machine that floods sends this in a second. */
export const usualLimit = '30/10m';

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;
/** All of one address is one document, and a document has its limits. */
const mostCount = 5000;
const mostWindowMs = 24 * units.h;

/** Reads `30/10m`; undefined for what is no limit, or none that can be kept. */
export function parseLimit(text: string): Limit | undefined {
  const [, count, length, unit] = /^(\d{1,9})\/(\d{1,9})([smh])$/.exec(text.trim()) ?? [];
  const limit = {
    count: Number(count),
    windowMs: Number(length) * units[unit as keyof typeof units],
  };
  const holds =
    limit.count >= 1 &&
    limit.count <= mostCount &&
    limit.windowMs >= units.s &&
    limit.windowMs <= mostWindowMs;
  return holds ? limit : undefined;
}

export const aboutLimit = `a count, a slash and a number of s, m or h, as in ${usualLimit}: at most ${mostCount} in at most 24h`;
