import { expect, test } from 'vitest';
import { pauseAfter, watch } from '../../../../src/islands/staff/watch.ts';
import { fakeTab } from '../../../support/worlds/fake-tab.ts';

function watching(goesOn = (): Promise<boolean> => Promise.resolve(true)) {
  const tab = fakeTab();
  const seen = { looks: 0, signal: undefined as AbortSignal | undefined };
  const stop = watch((signal) => {
    seen.looks += 1;
    seen.signal = signal;
    return goesOn();
  }, tab.browser);
  const passSeconds = async (count: number) => {
    for (let i = 0; i < count; i++) await tab.pass(1000);
  };
  return { ...tab, seen, stop, passSeconds };
}

test('it is looked for each second at first, and slower the longer it takes', async () => {
  expect([0, 19_999, 20_000, 119_999, 120_000, 9_999_999].map(pauseAfter)).toEqual([
    1000, 1000, 5000, 5000, 15_000, 15_000,
  ]);
  const { passSeconds, seen } = watching();
  await passSeconds(20);
  expect(seen.looks).toBe(20);
  await passSeconds(100);
  expect(seen.looks).toBe(40);
  await passSeconds(60);
  expect(seen.looks).toBe(44);
});

test('nothing is asked while the tab is in the back, and at once when it is in front again', async () => {
  const { pass, passSeconds, turn, seen, pending } = watching();
  turn('back');
  expect(pending()).toBe(0);
  await passSeconds(60);
  expect(seen.looks).toBe(0);
  turn('front');
  await pass(0);
  expect(seen.looks).toBe(1);
});

test('it ends when there is nothing more to come', async () => {
  const { passSeconds, turn, seen, listeners } = watching(() => Promise.resolve(false));
  await passSeconds(60);
  turn('back');
  turn('front');
  await passSeconds(60);
  expect(seen.looks).toBe(1);
  expect(listeners.size).toBe(0);
});

test('whoever stops it breaks off the look that is under way, and there is none after it', async () => {
  const answer = Promise.withResolvers<boolean>();
  const { passSeconds, turn, seen, stop, pending, listeners } = watching(() => answer.promise);
  await passSeconds(5);
  turn('front');
  await passSeconds(5);
  expect(seen.looks, 'one at a time').toBe(1);
  stop();
  expect(seen.signal?.aborted).toBe(true);
  answer.resolve(true);
  await passSeconds(60);
  expect(seen.looks).toBe(1);
  expect(pending()).toBe(0);
  expect(listeners.size).toBe(0);
});
