import { expect, onTestFinished, test, vi } from 'vitest';
import { $isAtTab, idleAfter } from '../../../../src/islands/staff/presence.ts';

test('an admin counts as present until two minutes after the last key or pointer event, and again with the next event', () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const stop = $isAtTab.listen(() => undefined);
  onTestFinished(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const touch = (type: string) => page.dispatchEvent(new Event(type));
  vi.advanceTimersByTime(idleAfter - 1);
  touch('pointermove');
  vi.advanceTimersByTime(idleAfter - 1);
  expect($isAtTab.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect($isAtTab.get()).toBe(false);
  for (const type of ['keydown', 'visibilitychange']) {
    touch(type);
    expect($isAtTab.get()).toBe(true);
    vi.advanceTimersByTime(idleAfter);
    expect($isAtTab.get()).toBe(false);
  }
});
