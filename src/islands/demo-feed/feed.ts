/** The owner's timings, in milliseconds from when the feed starts to run. */
export const timings = { firstCard: 500, nextCard: 2000, typing: 1500, clear: 3000 } as const;

/** The share of the feed that must be in view for it to run. */
export const visibleShare = 0.3;

export interface FeedState {
  /** How many cards are shown. */
  cards: number;
  typing: boolean;
  paused: boolean;
}

export interface Clock {
  now(): number;
  /** Calls back once after a time; returns a function that cancels it. */
  after(milliseconds: number, call: () => void): () => void;
}

interface Step {
  at: number;
  cards: number;
  typing: boolean;
}

/** A typing indicator before each card; at the end, the feed clears and the next round starts. */
export function round(count: number): { steps: Step[]; length: number } {
  const steps: Step[] = [];
  let card = timings.firstCard;
  for (let shown = 0; shown < count; shown++, card += timings.nextCard) {
    steps.push({ at: Math.max(0, card - timings.typing), cards: shown, typing: true });
    steps.push({ at: card, cards: shown + 1, typing: false });
  }
  return { steps, length: card - timings.nextCard + timings.clear };
}

/**
 * Plays rounds while it runs. `hold` freezes it (in a background tab), `pause` freezes it for the
 * visitor, `reset` stops it and goes back to the start (out of view).
 */
export function createFeed(count: number, clock: Clock, changed: (state: FeedState) => void) {
  const { steps, length } = round(count);
  let state: FeedState = { cards: 0, typing: false, paused: false };
  let running = false;
  let held = false;
  /** The time into the round at which the clock last stopped. */
  let elapsed = 0;
  let startedAt = 0;
  let next = 0;
  let cancel: (() => void) | undefined;

  const set = (change: Partial<FeedState>): void => {
    state = { ...state, ...change };
    changed(state);
  };

  function stopClock(): void {
    if (!cancel) return;
    cancel();
    cancel = undefined;
    elapsed = clock.now() - startedAt;
  }

  function startClock(): void {
    if (cancel || !running || held || state.paused) return;
    startedAt = clock.now() - elapsed;
    schedule();
  }

  function schedule(): void {
    const due = (steps[next]?.at ?? length) + startedAt;
    cancel = clock.after(Math.max(0, due - clock.now()), advance);
  }

  function advance(): void {
    const step = steps[next];
    if (step) {
      next += 1;
      set({ cards: step.cards, typing: step.typing });
    } else {
      // Skip whole rounds that the machine slept through.
      startedAt += length * Math.max(1, Math.floor((clock.now() - startedAt) / length));
      next = 0;
      set({ cards: 0, typing: false });
    }
    schedule();
  }

  return {
    run(): void {
      running = true;
      startClock();
    },
    reset(): void {
      running = false;
      stopClock();
      // Keep what a visitor paused to read.
      if (state.paused) return;
      elapsed = 0;
      next = 0;
      set({ cards: 0, typing: false });
    },
    hold(on: boolean): void {
      held = on;
      if (on) stopClock();
      else startClock();
    },
    pause(on: boolean): void {
      if (on) stopClock();
      set({ paused: on });
      startClock();
    },
  };
}

export type Feed = ReturnType<typeof createFeed>;
