import { hour, minute } from '../durations.ts';

/**
 * What each account has used lately. Each process counts for itself: to count in the store, each call would need a
 * write, which costs more than most calls.
 */
export const openUsage = () => ({
  calls: perWindow(minute, () => ({ count: 0 })),
  /** The ids of the leads that an account has read. */
  reads: perWindow(hour, () => new Set<string>()),
});

export type Usage = ReturnType<typeof openUsage>;

/** A value for each account. All are forgotten when the next window begins, so they need no cleaning. */
function perWindow<T>(windowMs: number, fresh: () => T) {
  const values = new Map<string, T>();
  let window = 0;
  return (uid: string, now: Date) => {
    const time = now.getTime();
    if (Math.floor(time / windowMs) !== window) values.clear();
    window = Math.floor(time / windowMs);
    const value = values.get(uid) ?? fresh();
    values.set(uid, value);
    return { value, leftMs: (window + 1) * windowMs - time };
  };
}
