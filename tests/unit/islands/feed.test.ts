import { describe, expect, test } from 'vitest';
import {
  createFeed,
  type FeedState,
  round,
  timings,
  visibleShare,
} from '../../../src/islands/demo-feed/feed.ts';
import { fakeClock } from '../../support/worlds/fake-clock.ts';

/** A feed on a fake clock, with a log of what it showed: `1 typing` is a card and the indicator. */
function playedFeed(count = 3, { start = 0, early = 0 } = {}) {
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
function runningFeed(milliseconds: number) {
  const played = playedFeed();
  played.feed.run();
  played.clock.pass(milliseconds);
  played.log();
  return played;
}

const shown = ({ cards, typing, paused }: FeedState): string =>
  [cards, typing && 'typing', paused && 'paused'].filter((part) => part !== false).join(' ');

const firstRound = [
  '0: 0 typing',
  '500: 1',
  '1000: 1 typing',
  '2500: 2',
  '3000: 2 typing',
  '4500: 3',
  '7500: 0',
];
const later = (lines: string[], by: number) =>
  lines.map((line) => line.replace(/^\d+/, (at) => String(Number(at) + by)));

describe('the time of the feed', () => {
  test("is the owner's", () => {
    expect(timings).toEqual({ firstCard: 500, nextCard: 2000, typing: 1500, clear: 3000 });
    expect(visibleShare).toBe(0.3);
  });

  test.each([1, 2, 3, 10])(
    'of a round with %i cards is that of its cards and the wait',
    (count) => {
      const { steps, length } = round(count);
      expect(length).toBe(500 + 2000 * (count - 1) + 3000);
      expect(steps.filter(({ typing }) => typing)).toHaveLength(count);
      expect(steps.at(-1)).toMatchObject({ cards: count, typing: false });
      const times = steps.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times[0]).toBe(0);
    },
  );

  test('is kept to the millisecond over many rounds, whatever the clock says, with one timer at a time', () => {
    const { feed, clock, log } = playedFeed(3, { start: 123_456 });
    clock.pass(0);
    expect(log()).toEqual([]);
    feed.run();
    feed.run();
    for (let at = 0; at < 7500 * 50 - 250; at += 250) {
      expect(clock.pending()).toBe(1);
      clock.pass(250);
    }
    clock.pass(249);
    const rounds = Array.from({ length: 50 }, (_, index) => later(firstRound, 7500 * index));
    expect(log()).toEqual(rounds.flat().slice(0, -1));
  });

  test('is kept when every timer is late', () => {
    const { feed, clock, log } = playedFeed();
    feed.run();
    for (let tick = 0; tick < 7500 * 20; tick += 40) {
      clock.sleep(33);
      clock.pass(7);
    }
    const cards = log().filter((line) => line.endsWith(': 1'));
    expect(cards).toHaveLength(20);
    for (const [index, line] of cards.entries()) {
      const late = Number.parseInt(line) - (index * 7500 + 500);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(40);
    }
  });

  test('is kept when every timer is a little early', () => {
    const { feed, clock, log } = playedFeed(3, { early: 0.5 });
    feed.run();
    clock.pass(7500 * 20);
    const cards = log().filter((line) => line.endsWith(': 1'));
    expect(cards).toHaveLength(20);
    expect(cards.at(-1)).toBe(`${7500 * 19 + 499.5}: 1`);
  });

  test('that a machine slept through is skipped', () => {
    const { clock, log } = runningFeed(600);
    clock.sleep(8 * 60 * 60 * 1000);
    clock.pass(0);
    expect(log().length).toBeLessThan(2 * firstRound.length);
    clock.pass(7500);
    expect(log()).toHaveLength(firstRound.length);
  });
});

describe('a feed out of view', () => {
  test.each([0, 300, 500, 1700, 4500, 7499, 7500])(
    'is empty and has no timer after %i ms, and starts again from the beginning',
    (at) => {
      const { feed, clock, shown, log } = runningFeed(at);
      feed.reset();
      feed.reset();
      expect(shown()).toBe('0');
      expect(clock.pending()).toBe(0);
      clock.pass(60_000);
      log();
      feed.run();
      clock.pass(500);
      expect(log()).toEqual(later(['0: 0 typing', '500: 1'], at + 60_000));
    },
  );
});

describe('a paused feed', () => {
  test('loses no time when it is paused often', () => {
    const { feed, clock, log } = playedFeed();
    feed.run();
    for (let step = 0; step < 45; step++) {
      clock.pass(100);
      feed.pause(true);
      clock.pass(1000);
      feed.pause(false);
    }
    expect(log().findLast((line) => !line.endsWith('paused'))).toMatch(/: 3$/);
    clock.pass(2999);
    expect(log()).toEqual([]);
    clock.pass(1);
    expect(log()[0]).toMatch(/: 0$/);
  });

  test('resumes only in view, and in a visible tab', () => {
    const { feed, clock } = runningFeed(1600);
    feed.pause(true);
    feed.pause(true);
    feed.hold(true);
    feed.hold(false);
    expect(clock.pending()).toBe(0);
    feed.hold(true);
    feed.pause(false);
    expect(clock.pending()).toBe(0);
    feed.reset();
    feed.hold(false);
    expect(clock.pending()).toBe(0);
    feed.run();
    feed.pause(false);
    expect(clock.pending()).toBe(1);
    feed.reset();
    feed.hold(true);
    feed.run();
    expect(clock.pending()).toBe(0);
  });
});
