import type { SiteDeps } from '../../../functions/deps.ts';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { sweepTrials } from '../../../functions/delivery/trial.ts';
import type { Site } from '../site.ts';
import type { Actor, Doing } from '../simulation.ts';

type Work = (deps: SiteDeps) => Promise<unknown>;

/** The schedule calls a function, and sometimes twice. */
const onSchedule =
  (what: string, work: Work): Actor =>
  async (doing) => {
    const site = doing.random.pick(doing.simulation.sites);
    const times = doing.random.chance(0.2) ? 2 : 1;
    await Promise.all(
      Array.from({ length: times }, (_, i) => runOnce(doing, site, work, `${what} ${i}`, i)),
    );
  };

export async function runOnce(
  { simulation, random, name }: Doing,
  site: Site,
  work: Work,
  what: string,
  turn: number,
): Promise<void> {
  const call = simulation.callAt(site, `${name} ${what}`, random.fork(turn));
  call.trace(() => `the schedule calls it at ${site.name}`);
  const { promise: died, resolve } = Promise.withResolvers<undefined>();
  call.process.onDeath(() => {
    resolve(undefined);
  });
  await call.step();
  await Promise.race([work(simulation.depsOf(site, call)), died]);
}

export const retry = onSchedule('retry', retryDeliveries);
export const retention = onSchedule('retention', eraseOld);
export const sweep = onSchedule('sweep', sweepTrials);
