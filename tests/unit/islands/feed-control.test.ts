import { describe, expect, test } from 'vitest';
import { playedFeed, runningFeed } from '../../support/worlds/played-feed.ts';

test('the feed does nothing until it runs', () => {
  const { clock, log } = playedFeed();
  clock.pass(60_000);
  expect(log()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test('running it again changes nothing', () => {
  const { feed, clock, log } = playedFeed();
  feed.run();
  feed.run();
  clock.pass(700);
  feed.run();
  expect(clock.pending()).toBe(1);
  clock.pass(1800);
  expect(log()).toEqual(['0: 0 typing', '500: 1', '1000: 1 typing', '2500: 2']);
});

describe('a feed out of view', () => {
  test.each([0, 300, 500, 1700, 2500, 4500, 7499, 7500])(
    'is empty and has no timer after %i ms',
    (at) => {
      const { feed, clock, shown, log } = runningFeed(at);
      feed.reset();
      expect(shown()).toBe('0');
      expect(clock.pending()).toBe(0);
      log();
      clock.pass(60_000);
      expect(log()).toEqual([]);
    },
  );

  test('starts again from the beginning when it comes into view', () => {
    const { feed, clock, log } = runningFeed(2600);
    feed.reset();
    clock.pass(10_000);
    log();
    feed.run();
    clock.pass(1000);
    expect(log()).toEqual(['12600: 0 typing', '13100: 1', '13600: 1 typing']);
  });

  test('can be reset before it ever ran, and twice', () => {
    const { feed, clock, log, shown } = playedFeed();
    feed.reset();
    feed.reset();
    expect(shown()).toBe('0');
    expect(clock.pending()).toBe(0);
    log();
    feed.run();
    clock.pass(500);
    expect(log()).toEqual(['0: 0 typing', '500: 1']);
  });
});

describe('a feed in a background tab', () => {
  test('has no timer, and resumes with the remaining time', () => {
    const { feed, clock, log } = runningFeed(1600);
    feed.hold(true);
    expect(clock.pending()).toBe(0);
    clock.pass(60_000);
    expect(log()).toEqual([]);
    feed.hold(false);
    clock.pass(900);
    expect(log()).toEqual(['62500: 2']);
  });

  test('does not start until its tab is visible', () => {
    const { feed, clock, log } = playedFeed();
    feed.hold(true);
    feed.run();
    clock.pass(5000);
    expect(log()).toEqual([]);
    feed.hold(false);
    clock.pass(500);
    expect(log()).toEqual(['5000: 0 typing', '5500: 1']);
  });

  test('stays stopped when its tab becomes visible but the feed is out of view', () => {
    const { feed, clock } = playedFeed();
    feed.hold(false);
    expect(clock.pending()).toBe(0);
  });

  test('stays paused when its tab becomes visible, and stays held when it is resumed', () => {
    const { feed, clock } = runningFeed(1600);
    feed.pause(true);
    feed.hold(true);
    feed.hold(false);
    expect(clock.pending()).toBe(0);
    feed.hold(true);
    feed.pause(false);
    expect(clock.pending()).toBe(0);
    feed.hold(false);
    expect(clock.pending()).toBe(1);
  });

  test('starts over when it leaves the view', () => {
    const { feed, clock, shown } = runningFeed(2600);
    feed.hold(true);
    feed.reset();
    expect(shown()).toBe('0');
    feed.hold(false);
    expect(clock.pending()).toBe(0);
  });
});
