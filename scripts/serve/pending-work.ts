/** The work that functions passed to `waitUntil`, which continues after their answers. */
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

/** Whether the work settles in time. It doesn't throw; await the work itself for its result. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([Promise.allSettled([work]).then(() => true), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
