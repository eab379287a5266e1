/** The work that functions passed to `waitUntil`, which goes on after their answers. */
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
          console.error(`Background work of the function ${owner} failed:`, error);
        },
      )
      .finally(() => this.#promises.delete(settled));
    this.#promises.add(settled);
  }

  /** Waits for all work, also for what is added in the meantime. */
  async settle(): Promise<void> {
    while (this.#promises.size > 0) await Promise.all(this.#promises);
  }
}
