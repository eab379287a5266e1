import { hour, minute } from '../durations.ts';

/** Each process counts separately: a count in the store needs a write per call, which costs more than most calls. */
export const openUsage = () => ({
  calls: perWindow(minute, () => ({ count: 0 })),
  reads: perWindow(hour, () => new Set<string>()),
});

export type Usage = ReturnType<typeof openUsage>;

/** All values are cleared when the next window begins, so they need no cleanup. */
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
