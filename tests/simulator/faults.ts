import type { Random } from './random.ts';

/** What may go wrong at any step. */
export const faultKinds = [
  'crash',
  'slow',
  'request lost',
  'answer lost',
  'contended',
  'webhook answer lost',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Each seed has its own mixture: what hides behind a storm of one kind shows in the calm of it. */
export const someRates = (random: Random): Record<FaultKind, number> => ({
  crash: random.pick([0, 0.003, 0.02]),
  slow: random.pick([0, 0.02, 0.1]),
  'request lost': random.pick([0, 0.02, 0.1]),
  'answer lost': random.pick([0, 0.02, 0.1]),
  contended: random.pick([0, 0.05]),
  'webhook answer lost': random.pick([0, 0.1]),
});

/** Decides what goes wrong, and remembers it, so that a run can be repeated with less of it. */
export class Faults {
  readonly struck: string[] = [];
  /** From now on nothing goes wrong any more. */
  healed = false;
  readonly #rates: Record<FaultKind, number>;
  readonly #muted: ReadonlySet<string>;

  constructor(rates: Record<FaultKind, number>, muted: ReadonlySet<string>) {
    this.#rates = rates;
    this.#muted = muted;
  }

  /** Takes one number in any case, so that muting one fault leaves the others as they were. */
  strikes(kind: FaultKind, where: string, random: Random): boolean {
    const strikes = random.chance(this.#rates[kind]);
    const name = `${where} ${kind}`;
    if (!strikes || this.healed || this.#muted.has(name)) return false;
    this.struck.push(name);
    return true;
  }
}
