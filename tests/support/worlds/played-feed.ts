import { createFeed, type FeedState } from '../../../src/islands/demo-feed/feed.ts';
import { fakeClock } from './fake-clock.ts';

/** A feed on a fake clock, with a log of what it showed: `1 typing` is a card and the indicator. */
export function playedFeed(count = 3, { start = 0, early = 0 } = {}) {
  const clock = fakeClock({ start, early });
  const log: string[] = [];
  let state: FeedState = { cards: 0, typing: false, paused: false };
  const feed = createFeed(count, clock, (changed) => {
    state = changed;
    log.push(`${clock.now() - start}: ${shown(state)}`);
  });
  return {
    feed,
    clock,
    shown: () => shown(state),
    /** The log since the last call. */
    log: () => log.splice(0),
  };
}

/** A feed that has run for some time, with an empty log. */
export function runningFeed(milliseconds: number) {
  const played = playedFeed();
  played.feed.run();
  played.clock.pass(milliseconds);
  played.log();
  return played;
}

const shown = ({ cards, typing, paused }: FeedState): string =>
  [cards, typing && 'typing', paused && 'paused'].filter((part) => part !== false).join(' ');
