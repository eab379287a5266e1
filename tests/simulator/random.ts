/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#state = this.#seed;
  }

  /** From 0 to 1, like Math.random. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };

  /** Independent random numbers, which don't depend on how many were drawn here. */
  fork(number: number): Random {
    return new Random(
      Math.imul(this.#seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(number, 0xc2b2ae35),
    );
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(of: readonly T[]): T {
    const picked = of[this.between(0, of.length - 1)];
    if (picked === undefined) throw new RangeError('There is nothing to pick from');
    return picked;
  }

  weighted<T>(weights: readonly (readonly [T, number])[]): T {
    let rest = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [picked, weight] of weights) {
      rest -= weight;
      if (rest < 0) return picked;
    }
    throw new RangeError('There is nothing to pick from');
  }

  uuid(): string {
    const digits = Array.from({ length: 4 }, () =>
      Math.floor(this.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    return digits.replace(
      /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
      (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-4${c}-a${d}-${e}`,
    );
  }
}
