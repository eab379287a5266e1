import { describe, expect, test } from 'vitest';
import { round, timings, visibleShare } from '../../../src/islands/demo-feed/feed.ts';
import { playedFeed } from '../../support/worlds/played-feed.ts';

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

test("the feed has the owner's timings", () => {
  expect(timings).toEqual({ firstCard: 500, nextCard: 2000, typing: 1500, clear: 3000 });
  expect(visibleShare).toBe(0.3);
});

test('the feed shows a card after 500 ms and then every 2 s, each after 1.5 s of typing', () => {
  const { feed, clock, log } = playedFeed();
  feed.run();
  clock.pass(4500);
  expect(log()).toEqual(firstRound.slice(0, -1));
});

test('the feed clears 3 s after the last card and starts again', () => {
  const { feed, clock, log } = playedFeed();
  feed.run();
  clock.pass(7499);
  expect(log()).toEqual(firstRound.slice(0, -1));
  clock.pass(1);
  expect(log()).toEqual(['7500: 0', '7500: 0 typing']);
  clock.pass(500);
  expect(log()).toEqual(['8000: 1']);
});

test('the feed changes nothing a millisecond early', () => {
  const { feed, clock, shown } = playedFeed();
  feed.run();
  clock.pass(499);
  expect(shown()).toBe('0 typing');
  clock.pass(500);
  expect(shown()).toBe('1');
  clock.pass(1);
  expect(shown()).toBe('1 typing');
  clock.pass(1499);
  expect(shown()).toBe('1 typing');
  clock.pass(1);
  expect(shown()).toBe('2');
});

test('the feed keeps time over many rounds', () => {
  const { feed, clock, log } = playedFeed();
  feed.run();
  clock.pass(7500 * 50 - 1);
  const rounds = Array.from({ length: 50 }, (_, index) => later(firstRound, 7500 * index));
  expect(log()).toEqual(rounds.flat().slice(0, -1));
});

test('the feed keeps time when every timer is late', () => {
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

test('the feed keeps time when every timer is a little early', () => {
  const { feed, clock, log } = playedFeed(3, { early: 0.5 });
  feed.run();
  clock.pass(7500 * 20);
  const cards = log().filter((line) => line.endsWith(': 1'));
  expect(cards).toHaveLength(20);
  expect(cards.at(-1)).toBe(`${7500 * 19 + 499.5}: 1`);
});

test('the feed skips what a sleeping machine missed', () => {
  const { feed, clock, log } = playedFeed();
  feed.run();
  clock.pass(600);
  log();
  clock.sleep(8 * 60 * 60 * 1000);
  clock.pass(0);
  expect(log().length).toBeLessThan(2 * firstRound.length);
  clock.pass(7500);
  expect(log()).toHaveLength(firstRound.length);
});

test('the feed counts from when it starts, whatever the clock says', () => {
  const { feed, clock, log } = playedFeed(3, { start: 123_456 });
  clock.pass(0);
  expect(log()).toEqual([]);
  feed.run();
  clock.pass(4500);
  expect(log()).toEqual(firstRound.slice(0, -1));
});

test('the feed has one timer at a time', () => {
  const { feed, clock } = playedFeed();
  expect(clock.pending()).toBe(0);
  feed.run();
  for (let step = 0; step < 100; step++) {
    expect(clock.pending()).toBe(1);
    clock.pass(250);
  }
});

describe('a round of the feed', () => {
  test('with one card ends 3 s after it', () => {
    const { feed, clock, log } = playedFeed(1);
    feed.run();
    clock.pass(3500);
    expect(log()).toEqual(['0: 0 typing', '500: 1', '3500: 0', '3500: 0 typing']);
  });

  test.each([1, 2, 3, 10])('with %i cards lasts as long as its cards and the wait', (count) => {
    expect(round(count).length).toBe(500 + 2000 * (count - 1) + 3000);
    expect(round(count).steps.filter(({ typing }) => typing)).toHaveLength(count);
    expect(round(count).steps.at(-1)).toMatchObject({ cards: count, typing: false });
  });

  test('has its steps in order', () => {
    const times = round(5).steps.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBe(0);
  });
});
