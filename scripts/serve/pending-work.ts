/** What functions gave to `waitUntil`: work that goes on after the answer. */
export class PendingWork {
  readonly #promises = new Set<Promise<void>>();

  get size(): number {
    return this.#promises.size;
  }

  add(promise: Promise<unknown>, owner: string): void {
    const settled = Promise.resolve(promise)
      .then(
        () => undefined,
        (error: unknown) => {
          console.error(`Work that the function ${owner} left for later failed:`, error);
        },
      )
      .finally(() => this.#promises.delete(settled));
    this.#promises.add(settled);
  }

  /** Waits for all of it, and for what is added meanwhile. */
  async settle(): Promise<void> {
    while (this.#promises.size > 0) await Promise.all(this.#promises);
  }
}
