/** How long a new lead may take to show, at most, while the tab is in front. */
export const pollEvery = 15_000;

/** A glance at another tab and back is no reason to ask again. */
const leastPause = 3000;

export interface PollDeps {
  now: () => number;
  /** Calls once, unless the returned function is called first. */
  after: (milliseconds: number, call: () => void) => () => void;
  tab: {
    isVisible: () => boolean;
    onChange: (listener: () => void) => () => void;
  };
}

/** Looks at intervals while the tab is in front, and at once when it comes to the front. */
export function poll(look: () => Promise<void>, { now, after, tab }: PollDeps): () => void {
  let stopTimer: (() => void) | undefined;
  let last = now();
  let looking = false;
  let stopped = false;

  const schedule = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (stopped || looking || !tab.isVisible()) return;
    const due = Math.max(leastPause, last + pollEvery - now());
    stopTimer = after(due, () => void lookNow());
  };

  const lookNow = async (): Promise<void> => {
    looking = true;
    stopTimer?.();
    await look();
    last = now();
    looking = false;
    schedule();
  };

  const stopWatching = tab.onChange(() => {
    if (tab.isVisible() && !looking && now() - last >= leastPause) void lookNow();
    else schedule();
  });
  schedule();

  return () => {
    stopped = true;
    stopTimer?.();
    stopWatching();
  };
}
