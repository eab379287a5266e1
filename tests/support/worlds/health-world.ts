import { openHealth } from '../../../functions/watch/health.ts';
import type { Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { second } from '../builders/record.ts';
import { get } from '../builders/requests.ts';
import { worldWith } from './world.ts';

/** The time is an hour after the records' first second. */
export const hour = 3600;

/** A process that has just started, with its own clock. */
export function aProcess(store: Store | (() => Promise<Store>)) {
  let time = Date.parse(second(hour));
  const world = worldWith(store, { now: () => new Date(time) });
  const handler = openHealth();
  const ask = (request = get(api.health)) => handler(request, world);
  return {
    world,
    ask,
    health: async () => (await ask()).json() as Promise<unknown>,
    pass: (ms: number) => (time += ms),
  };
}
