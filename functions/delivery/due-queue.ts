import type { Store } from '../store/port.ts';

/** How many ids one read gets. */
const page = 250;

/** `oldest`: the leads that have been due longest. `newest`: those that came last. */
export type End = 'oldest' | 'newest';

/** Gives out the due leads from either end, and each at most once, even if it stays due. */
export class DueQueue {
  readonly #store: Pick<Store, 'due' | 'newestDue'>;
  readonly #now: () => Date;
  readonly #taken = new Set<string>();
  readonly #waiting: Record<End, string[]> = { oldest: [], newest: [] };
  /** How many taken leads stay due, damaged or refused by the store. Each read finds them first. */
  #stuck = 0;
  #filling: Promise<void> | undefined;
  /** Everything that is due was read. Leads that become due later are left to the next run. */
  #isExhausted = false;

  readonly #atOnce: number;

  /** If at most `atOnce` leads are due, all of them are attempted right away, in any order. */
  constructor(store: Pick<Store, 'due' | 'newestDue'>, now: () => Date, atOnce: number) {
    this.#store = store;
    this.#now = now;
    this.#atOnce = atOnce;
  }

  /** Returns undefined when nothing is left. When the newest end is empty, it continues at the oldest. */
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
