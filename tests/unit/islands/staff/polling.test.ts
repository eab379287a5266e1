import { expect, test } from 'vitest';
import { poll, pollEvery } from '../../../../src/islands/staff/polling.ts';
import { fakeClock } from '../../../support/worlds/fake-clock.ts';

function polling() {
  const clock = fakeClock();
  let visible = true;
  let changed: () => void = () => undefined;
  let looks = 0;
  const end = poll(
    () => {
      looks += 1;
      return Promise.resolve();
    },
    {
      now: () => clock.now(),
      after: (ms, call) => {
        const clear = clock.after(ms, call);
        return () => {
          clear();
        };
      },
      tab: {
        isVisible: () => visible,
        onChange: (listener) => {
          changed = listener;
          return () => undefined;
        },
      },
    },
  );
  return {
    looks: () => looks,
    stop: () => {
      end();
    },
    pending: () => clock.pending(),
    pass: async (ms: number) => {
      clock.pass(ms);
      await Promise.resolve();
      await Promise.resolve();
    },
    turn: (to: 'front' | 'back') => {
      visible = to === 'front';
      changed();
    },
  };
}

test('a new lead takes no longer than twenty seconds to be looked for', async () => {
  expect(pollEvery).toBeLessThanOrEqual(20_000);
  const { looks, pass } = polling();
  await pass(pollEvery);
  await pass(pollEvery);
  expect(looks()).toBe(2);
});

test('nothing is asked for while the tab is in the back, and at once when it comes to the front', async () => {
  const { looks, pass, turn } = polling();
  turn('back');
  await pass(10 * pollEvery);
  expect(looks()).toBe(0);
  turn('front');
  await pass(0);
  expect(looks()).toBe(1);
  await pass(pollEvery);
  expect(looks()).toBe(2);
});

test('a glance at another tab is no reason to ask', async () => {
  const { looks, pass, turn } = polling();
  await pass(1000);
  turn('back');
  turn('front');
  await pass(0);
  expect(looks()).toBe(0);
});

test('it ends with the page', async () => {
  const { stop, pass, looks, pending } = polling();
  stop();
  await pass(pollEvery);
  expect(looks()).toBe(0);
  expect(pending()).toBe(0);
});
