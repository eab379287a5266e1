/** When the inbox polls the server. */
import { environmentManager, focusManager, onlineManager } from '@tanstack/query-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pollEvery } from '../../../../src/islands/inbox/list/list.ts';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { listWorld, quickClient, some } from '../../../support/worlds/inbox-world.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';

const { atTab, idle } = pollEvery;

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  onTestFinished(() => {
    vi.useRealTimers();
    environmentManager.setIsServer(() => true);
    focusManager.setFocused(undefined);
    onlineManager.setOnline(true);
  });
});

async function looking() {
  const client = quickClient();
  const world = await listWorld(some(3), noFilter, client);
  await vi.advanceTimersByTimeAsync(0);
  const { calls } = world.functions;
  calls.length = 0;
  const looksIn = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return calls.splice(0).length;
  };
  return { ...world, looksIn };
}

test('the list is polled every 15 seconds while an admin is active', async () => {
  const { looksIn } = await looking();
  expect(atTab).toBeLessThanOrEqual(20_000);
  expect(await looksIn(2 * atTab)).toBe(2);
});

test('a hidden tab is not polled, and polls at once when it is shown', async () => {
  const { looksIn } = await looking();
  focusManager.setFocused(false);
  expect(await looksIn(10 * atTab)).toBe(0);
  focusManager.setFocused(true);
  expect(await looksIn(10)).toBe(1);
  expect(await looksIn(atTab)).toBe(1);
});

test('the list is polled each minute while the admin is away, and at once after their return', async () => {
  const { looksIn, $isAtTab } = await looking();
  $isAtTab.set(false);
  expect(await looksIn(10 * idle)).toBe(10);
  await looksIn(30_000);
  $isAtTab.set(true);
  expect(await looksIn(4000)).toBe(1);
  expect(await looksIn(idle)).toBe(idle / atTab);
});

test('the list is polled as soon as the network is back', async () => {
  const { looksIn } = await looking();
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  expect(await looksIn(0)).toBe(1);
});

test('a short visit to another tab causes no poll', async () => {
  const { looksIn } = await looking();
  await looksIn(1000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  expect(await looksIn(0)).toBe(0);
});

test('polling continues after any number of failures', async () => {
  const { looksIn, functions, list } = await looking();
  for (const error of [new AskError('broken'), new AskError('refused'), new TypeError('A bug')]) {
    functions.before = () => {
      throw error;
    };

    expect(await looksIn(4 * atTab)).toBeGreaterThanOrEqual(4);
    expect(list.$offline.get()).toBe(true);
  }
  functions.before = undefined;
  expect(await looksIn(atTab)).toBe(1);
  expect(list.$offline.get()).toBe(false);
});

test('polling keeps its pace while an admin changes one lead after another', async () => {
  const { looksIn, leads, list } = await looking();
  const [lead] = list.$rows.get();
  let looks = 0;
  for (let second = 0; second < 60; second += 5) {
    leads.store(lead?.id ?? '', { message: `Changed ${second}` });
    looks += await looksIn(5000);
  }
  expect(looks).toBe(60_000 / atTab);
});
