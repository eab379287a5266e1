import { describe, expect, test } from 'vitest';
import {
  idleAfter,
  idleEvery,
  pauseAfter,
  poll,
  pollEvery,
  watch,
} from '../../../../src/islands/staff/polling.ts';
import { fakeTab } from '../../../support/worlds/fake-tab.ts';

describe('polling', () => {
  function polling() {
    const tab = fakeTab();
    const seen = { checks: 0 };
    const stop = poll(() => {
      seen.checks += 1;
      return Promise.resolve();
    }, tab.browser);
    return { ...tab, seen, stop };
  }

  test('finds a new lead within twenty seconds', async () => {
    expect(pollEvery).toBeLessThanOrEqual(20_000);
    const { seen, pass } = polling();
    await pass(pollEvery);
    await pass(pollEvery);
    expect(seen.checks).toBe(2);
  });

  test('pauses in a background tab and resumes at once when the tab comes back', async () => {
    const { seen, pass, turn } = polling();
    turn('back');
    await pass(10 * pollEvery);
    expect(seen.checks).toBe(0);
    turn('front');
    await pass(0);
    expect(seen.checks).toBe(1);
    await pass(pollEvery);
    expect(seen.checks).toBe(2);
  });

  test('checks each minute while nobody is at the tab, and soon after somebody is back', async () => {
    const { seen, pass, touch } = polling();
    const checksIn = async (milliseconds: number) => {
      const before = seen.checks;
      for (let passed = 0; passed < milliseconds; passed += 1000) await pass(1000);
      return seen.checks - before;
    };
    expect(await checksIn(idleAfter)).toBe(idleAfter / pollEvery);
    expect(await checksIn(10 * idleEvery)).toBe(10);
    await checksIn(30_000);
    touch();
    expect(await checksIn(4000)).toBe(1);
    for (let i = 0; i < 4; i += 1) {
      touch();
      expect(await checksIn(idleEvery)).toBe(idleEvery / pollEvery);
    }
  });

  test('does not check early after a glance at another tab', async () => {
    const { seen, pass, turn } = polling();
    await pass(1000);
    turn('back');
    turn('front');
    await pass(0);
    expect(seen.checks).toBe(0);
  });

  test('ends when it is stopped', async () => {
    const { stop, pass, seen, pending, listeners } = polling();
    stop();
    await pass(pollEvery);
    expect(seen.checks).toBe(0);
    expect(pending()).toBe(0);
    expect(listeners.size).toBe(0);
  });
});

describe('watching', () => {
  function watching(goesOn = (): Promise<boolean> => Promise.resolve(true)) {
    const tab = fakeTab();
    const seen = { checks: 0, signal: undefined as AbortSignal | undefined };
    const stop = watch((signal) => {
      seen.checks += 1;
      seen.signal = signal;
      return goesOn();
    }, tab.browser);
    const passSeconds = async (count: number) => {
      for (let i = 0; i < count; i++) await tab.pass(1000);
    };
    return { ...tab, seen, stop, passSeconds };
  }

  test('checks every second at first, and less often as time goes by', async () => {
    expect([0, 19_999, 20_000, 119_999, 120_000, 9_999_999].map(pauseAfter)).toEqual([
      1000, 1000, 5000, 5000, 15_000, 15_000,
    ]);
    const { passSeconds, seen } = watching();
    await passSeconds(20);
    expect(seen.checks).toBe(20);
    await passSeconds(100);
    expect(seen.checks).toBe(40);
    await passSeconds(60);
    expect(seen.checks).toBe(44);
  });

  test('pauses in a background tab and resumes at once when the tab comes back', async () => {
    const { pass, passSeconds, turn, seen, pending } = watching();
    turn('back');
    expect(pending()).toBe(0);
    await passSeconds(60);
    expect(seen.checks).toBe(0);
    turn('front');
    await pass(0);
    expect(seen.checks).toBe(1);
  });

  test('ends when a check says that it is over', async () => {
    const { passSeconds, turn, seen, listeners } = watching(() => Promise.resolve(false));
    await passSeconds(60);
    turn('back');
    turn('front');
    await passSeconds(60);
    expect(seen.checks).toBe(1);
    expect(listeners.size).toBe(0);
  });

  test('aborts the running check when it is stopped, and starts no other', async () => {
    const answer = Promise.withResolvers<boolean>();
    const { passSeconds, turn, seen, stop, pending, listeners } = watching(() => answer.promise);
    await passSeconds(5);
    turn('front');
    await passSeconds(5);
    expect(seen.checks, 'one at a time').toBe(1);
    stop();
    expect(seen.signal?.aborted).toBe(true);
    answer.resolve(true);
    await passSeconds(60);
    expect(seen.checks).toBe(1);
    expect(pending()).toBe(0);
    expect(listeners.size).toBe(0);
  });
});
