import { describe, expect, test } from 'vitest';
import { playedFeed, runningFeed } from '../../support/worlds/played-feed.ts';

describe('a paused feed', () => {
  test('stops, says so and has no timer', () => {
    const { feed, clock, log } = runningFeed(2600);
    feed.pause(true);
    expect(log()).toEqual(['2600: 2 paused']);
    expect(clock.pending()).toBe(0);
    clock.pass(60_000);
    expect(log()).toEqual([]);
  });

  test('resumes in the middle of typing with the remaining time', () => {
    const { feed, clock, log } = runningFeed(1600);
    feed.pause(true);
    clock.pass(30_000);
    feed.pause(false);
    expect(log()).toEqual(['1600: 1 typing paused', '31600: 1 typing']);
    clock.pass(899);
    expect(log()).toEqual([]);
    clock.pass(1);
    expect(log()).toEqual(['32500: 2']);
  });

  test('loses no time when it is paused often', () => {
    const { feed, clock, log } = playedFeed();
    feed.run();
    for (let step = 0; step < 45; step++) {
      clock.pass(100);
      feed.pause(true);
      clock.pass(1000);
      feed.pause(false);
    }
    expect(
      log()
        .filter((line) => !line.endsWith('paused'))
        .at(-1),
    ).toMatch(/: 3$/);
    expect(clock.pending()).toBe(1);
    clock.pass(2999);
    expect(log()).toEqual([]);
    clock.pass(1);
    expect(log()[0]).toMatch(/: 0$/);
  });

  test('can be paused twice and resumed twice', () => {
    const { feed, clock, shown } = runningFeed(1600);
    feed.pause(true);
    clock.pass(5000);
    feed.pause(true);
    feed.pause(false);
    feed.pause(false);
    expect(clock.pending()).toBe(1);
    clock.pass(899);
    expect(shown()).toBe('1 typing');
    clock.pass(1);
    expect(shown()).toBe('2');
  });

  test('keeps its cards when it leaves the view and returns', () => {
    const { feed, clock, shown, log } = runningFeed(2700);
    feed.pause(true);
    feed.reset();
    clock.pass(10_000);
    feed.run();
    clock.pass(10_000);
    expect(shown()).toBe('2 paused');
    expect(clock.pending()).toBe(0);
    log();
    feed.pause(false);
    clock.pass(300);
    expect(log()).toEqual(['22700: 2', '23000: 2 typing']);
  });

  test('does not resume out of view', () => {
    const { feed, clock } = runningFeed(2700);
    feed.pause(true);
    feed.reset();
    feed.pause(false);
    expect(clock.pending()).toBe(0);
    feed.run();
    expect(clock.pending()).toBe(1);
  });

  test('needs both to run and to be resumed', () => {
    const { feed, clock, shown } = playedFeed();
    feed.pause(true);
    feed.run();
    clock.pass(10_000);
    expect(shown()).toBe('0 paused');
    feed.pause(false);
    clock.pass(500);
    expect(shown()).toBe('1');
  });
});
