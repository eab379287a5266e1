import { eraseOld } from '../../../functions/erasure/retention.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { sweepTrials } from '../../../functions/delivery/trial.ts';
import type { Actor, Work } from '../simulation.ts';

/** The schedule calls a function, and sometimes twice. */
const onSchedule =
  (what: string, work: Work): Actor =>
  async ({ simulation, random, name }) => {
    const site = random.pick(simulation.sites);
    const times = random.chance(0.2) ? 2 : 1;
    await Promise.all(
      Array.from({ length: times }, (_, i) =>
        simulation.runAt(site, `${name} ${what} ${i}`, work, random.fork(i)),
      ),
    );
  };

export const retry = onSchedule('retry', retryDeliveries);
export const retention = onSchedule('retention', eraseOld);
export const sweep = onSchedule('sweep', sweepTrials);
