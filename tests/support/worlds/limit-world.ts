import type { Webhook } from '../../../functions/delivery/webhook/webhook.ts';
import { sqliteEngine, type MakeEngine } from './each-engine.ts';
import { worldWith } from './world.ts';

/** The world of the form, with a clock that tests move. */
export async function openLimitWorld(
  makeEngine: MakeEngine = sqliteEngine,
  webhook: Webhook = { state: 'off' },
) {
  let time = Date.UTC(2026, 2, 2, 15);
  const engine = await makeEngine();
  const store = engine.open();
  const deps = worldWith(store, {
    webhook,
    submitLimit: { count: 30, windowMs: 600_000 },
    now: () => new Date(time),
  });
  return { engine, store, deps, pass: (ms: number) => (time += ms) };
}
