import { openHealth } from '../../../functions/watch/health.ts';
import type { Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { second } from '../builders/record.ts';
import { bearer, get } from '../builders/requests.ts';
import { worldWith } from './world.ts';

/** The time is an hour after the records' first second. */
export const hour = 3600;

/** A process that has just started, with its own clock. */
export function aProcess(store: Store | (() => Promise<Store>)) {
  let time = Date.parse(second(hour));
  const healthToken = 'a-token-of-the-tests-and-of-nobody';
  const world = worldWith(store, { healthToken, now: () => new Date(time) });
  const handler = openHealth();
  const ask = (headers = bearer(healthToken)) => handler(get(api.health, headers), world);
  return {
    world,
    ask,
    /** As a monitor with the token. */
    health: async () => (await ask()).json() as Promise<unknown>,
    pass: (ms: number) => (time += ms),
  };
}
