import { eraseOld } from '../../../functions/erasure/retention.ts';
import { canary } from '../../../functions/canary/canary.ts';
import { api } from '../../../src/shared/api.ts';
import { stoppedAfterMs } from '../../../src/shared/health.ts';
import { get } from '../../support/builders/requests.ts';
import { mostSkew } from '../call.ts';
import { ticks, type Actor, type Work } from '../simulation.ts';

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

export const tick = onSchedule('tick', ticks);

export const retention = onSchedule('retention', eraseOld);

/** Not a real visit; integration/canary/canary.test.ts covers that. */
export const canaryVisit = onSchedule('canary', (deps) =>
  canary(deps, () => Promise.resolve(deps.random() < 0.3 ? 'The form is gone.' : undefined)),
);

/** A monitor calls health. If the schedule is dead, the response says so. */
export const health: Actor = async ({ simulation, random, name }) => {
  const site = random.pick(simulation.sites);
  const call = simulation.callAt(site, name, random.fork(0));
  const request = get(api.health);
  const answer = await simulation.ask(site, call, call.process.health, request);
  const { looked_at } = await site.engine.truth.watch();
  const age = call.begunAt - Date.parse(looked_at ?? '');
  if (answer?.ok && age > stoppedAfterMs.schedule + 2 * mostSkew) {
    simulation.watch.violated(`${site.name} is well, and nobody has looked for ${age / 1000} s`);
  }
};
