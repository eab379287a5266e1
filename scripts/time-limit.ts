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
