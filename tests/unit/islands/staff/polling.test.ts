import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { idleAfter, idleEvery, poll, pollEvery } from '../../../../src/islands/staff/polling.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    page.hidden = false;
  });
});

function polling() {
  const check = vi.fn(() => Promise.resolve());
  const stop = poll(check);
  onTestFinished(stop);
  const checksIn = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    const checks = check.mock.calls.length;
    check.mockClear();
    return checks;
  };
  return { checksIn, stop };
}

const touch = () => page.dispatchEvent(new Event('keydown'));
const turn = (to: 'front' | 'back') => {
  page.hidden = to === 'back';
  page.dispatchEvent(new Event('visibilitychange'));
};

test('a new lead is found within twenty seconds', async () => {
  expect(pollEvery).toBeLessThanOrEqual(20_000);
  expect(await polling().checksIn(2 * pollEvery)).toBe(2);
});

test('a background tab checks nothing, and one that comes back checks at once', async () => {
  const { checksIn } = polling();
  turn('back');
  expect(await checksIn(10 * pollEvery)).toBe(0);
  turn('front');
  expect(await checksIn(0)).toBe(1);
  expect(await checksIn(pollEvery)).toBe(1);
});

test('the list is checked each minute while nobody is at the tab, and soon after somebody is back', async () => {
  const { checksIn } = polling();
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

test('a glance at another tab causes no check', async () => {
  const { checksIn } = polling();
  await checksIn(1000);
  turn('back');
  turn('front');
  expect(await checksIn(0)).toBe(0);
});

test('nothing is checked after the end', async () => {
  const { checksIn, stop } = polling();
  stop();
  turn('front');
  expect(await checksIn(pollEvery)).toBe(0);
});
