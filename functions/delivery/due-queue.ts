import type { Store } from '../store/port.ts';

/** So many are read at once. */
const page = 250;

/** `oldest`: what has been due for longest. `newest`: the leads that came last, ahead of any backlog. */
export type End = 'oldest' | 'newest';

/** What is due, from either end: each at most once, whatever came of it. */
export class DueQueue {
  readonly #store: Pick<Store, 'due' | 'newestDue'>;
  readonly #now: () => Date;
  readonly #taken = new Set<string>();
  readonly #waiting: Record<End, string[]> = { oldest: [], newest: [] };
  /** How many that were taken are still due: refused by the store, or damaged. They come first each time. */
  #stuck = 0;
  #filling: Promise<void> | undefined;
  /** What becomes due from then on is the next run's. */
  #isExhausted = false;

  readonly #atOnce: number;

  /** So many are attempted at once: if no more are due, all begin, and none is behind another. */
  constructor(store: Pick<Store, 'due' | 'newestDue'>, now: () => Date, atOnce: number) {
    this.#store = store;
    this.#now = now;
    this.#atOnce = atOnce;
  }

  /** Undefined where nothing is due any more. The newest end goes on at the oldest. */
  async take(end: End): Promise<string | undefined> {
    for (;;) {
      const id = (end === 'newest' ? this.#next('newest') : undefined) ?? this.#next('oldest');
      if (id !== undefined || this.#isExhausted) return id;
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined;
      });
      await this.#filling;
    }
  }

  #next(end: End): string | undefined {
    for (;;) {
      const id = this.#waiting[end].shift();
      if (id === undefined) return undefined;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }

  async #fill(): Promise<void> {
    const now = this.#now().toISOString();
    const isFirst = this.#taken.size === 0;
    let limit = page + this.#stuck;
    while (!this.#isExhausted) {
      const due = await this.#store.due(now, limit);
      const untaken = due.filter((id) => !this.#taken.has(id));
      this.#stuck = due.length - untaken.length;
      this.#waiting.oldest = untaken;
      this.#isExhausted = due.length < limit;
      if (untaken.length >= page / 2) break;
      limit *= 2;
    }
    if (isFirst && this.#waiting.oldest.length > this.#atOnce) {
      this.#waiting.newest = await this.#store.newestDue(now, page);
    }
  }
}
