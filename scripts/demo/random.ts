/** Numbers that look random and are the same at each start (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 to 1, like Math.random. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');

  return {
    chance: (probability: number): boolean => next() < probability,
    pick<T>(from: readonly T[]): T {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new RangeError('There is nothing to pick from.');
      return picked;
    },
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}

export type SeededRandom = ReturnType<typeof seededRandom>;
