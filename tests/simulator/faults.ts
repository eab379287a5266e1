import type { Random } from './random.ts';

/** The faults that may happen at any step. */
export type FaultKind =
  'crash' | 'slow' | 'request lost' | 'answer lost' | 'contended' | 'webhook answer lost';

/** Each seed has its own mixture, because many faults of one kind may hide another. */
export const someRates = (random: Random): Record<FaultKind, number> => ({
  crash: random.pick([0, 0.003, 0.02]),
  slow: random.pick([0, 0.02, 0.1]),
  'request lost': random.pick([0, 0.02, 0.1]),
  'answer lost': random.pick([0, 0.02, 0.1]),
  contended: random.pick([0, 0.05]),
  'webhook answer lost': random.pick([0, 0.1]),
});

/** Decides which faults happen, and records them, so that a run can be repeated with fewer. */
export class Faults {
  readonly struck: string[] = [];
  /** Stops all faults from now on. */
  healed = false;
  readonly #rates: Record<FaultKind, number>;
  readonly #muted: ReadonlySet<string>;

  constructor(rates: Record<FaultKind, number>, muted: ReadonlySet<string>) {
    this.#rates = rates;
    this.#muted = muted;
  }

  /** Always draws one number, so that leaving out one fault doesn't change the others. */
  strikes(kind: FaultKind, where: string, random: Random): boolean {
    const strikes = random.chance(this.#rates[kind]);
    const name = `${where} ${kind}`;
    if (!strikes || this.healed || this.#muted.has(name)) return false;
    this.struck.push(name);
    return true;
  }
}
