import type { PollDeps } from './polling.ts';

/** Each pause holds until so long after the watching began. */
const pauses = [
  { until: 20_000, pause: 1000 },
  { until: 120_000, pause: 5000 },
];
const longest = 15_000;

/** Most of what is watched comes in a second; what doesn't may take hours. */
export const pauseAfter = (elapsed: number): number =>
  pauses.find(({ until }) => elapsed < until)?.pause ?? longest;

/** Looks while the tab is in front, soon at first and slower later, as long as `look` says to go on. */
export function watch(
  look: (signal: AbortSignal) => Promise<boolean>,
  { now, after, tab }: PollDeps,
): () => void {
  const ended = new AbortController();
  const began = now();
  let stopTimer: (() => void) | undefined;
  let looking = false;

  const schedule = (pause: number): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (ended.signal.aborted || looking || !tab.isVisible()) return;
    stopTimer = after(pause, () => void lookNow());
  };

  const lookNow = async (): Promise<void> => {
    looking = true;
    const goOn = await look(ended.signal);
    looking = false;
    if (goOn) schedule(pauseAfter(now() - began));
    else stop();
  };

  const stopFollowing = tab.onChange(() => {
    schedule(0);
  });

  const stop = (): void => {
    ended.abort();
    stopTimer?.();
    stopFollowing();
  };

  schedule(pauseAfter(0));
  return stop;
}
