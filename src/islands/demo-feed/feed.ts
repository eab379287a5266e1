/** The owner's timings, in milliseconds from when the feed starts to run. */
export const timings = { firstCard: 500, nextCard: 2000, typing: 1500, clear: 3000 } as const;

/** How much of the feed has to be in view for it to run. */
export const visibleShare = 0.3;

export interface FeedState {
  /** How many cards are shown, the first ones first. */
  cards: number;
  typing: boolean;
  paused: boolean;
}

export interface Clock {
  now(): number;
  /** Calls once, after a time; answers how to call that off. */
  after(milliseconds: number, call: () => void): () => void;
}

interface Step {
  at: number;
  cards: number;
  typing: boolean;
}

/** One round: an indicator before each card, and a cleared feed at its end, where the next round starts. */
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
 * Plays rounds while it runs. `hold` freezes it where it is (a background tab), `pause` does so
 * for the visitor, `reset` ends a running feed and goes back to before the first card (out of view).
 */
export function createFeed(count: number, clock: Clock, changed: (state: FeedState) => void) {
  const { steps, length } = round(count);
  let state: FeedState = { cards: 0, typing: false, paused: false };
  let running = false;
  let held = false;
  /** How far into the round the feed was when its clock last stopped. */
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
      // A machine that slept has missed whole rounds: they are skipped, not caught up with.
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
      // What a visitor has paused stays to be read.
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
