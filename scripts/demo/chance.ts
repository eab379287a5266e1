import { hash } from 'node:crypto';

/** Looks random, and is the same at each start. */
export interface Chance {
  /** Whether something with this probability happens to the lead. */
  of: (event: string, probability: number) => boolean;
  pick: <T>(name: string, from: readonly [T, ...T[]]) => T;
}

export function chanceFor(lead: number): Chance {
  const share = (name: string): number =>
    Number.parseInt(hash('sha256', `${name} ${lead}`).slice(0, 8), 16) / 2 ** 32;
  return {
    of: (event, probability) => share(event) < probability,
    pick: (name, from) => from[Math.floor(share(name) * from.length)] ?? from[0],
  };
}
