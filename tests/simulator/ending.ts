import { retryDeliveries } from '../../functions/delivery/retry.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { runOnce } from './actors/schedule.ts';
import { inspect } from './inspect.ts';
import type { Random } from './random.ts';
import { target, type Site } from './site.ts';
import type { Simulation } from './simulation.ts';

/** More rounds than any lead has tries. */
const mostRounds = 30;
const minute = 60_000;

/** Everything works again and nobody comes. The schedule alone must deliver everything that is owed. */
export async function quietPeriod(simulation: Simulation, random: Random): Promise<void> {
  simulation.faults.healed = true;
  simulation.webhook.mood = 'takes';
  simulation.trace(() => 'from here on everything works');
  for (const site of simulation.sites) {
    site.engine.downUntil = 0;
    site.webhook = { state: 'set', target };
  }
  await simulation.scheduler.run();
  for (let round = 1; round <= mostRounds && !simulation.watch.violation; round++) {
    const due = simulation.sites.flatMap(nextDue);
    if (due.length === 0) return;
    const wait = Math.max(0, Math.min(...due) - simulation.scheduler.time) + minute;
    for (const site of simulation.sites) {
      simulation.scheduler.after(wait, () => {
        const doing = {
          simulation,
          random: random.fork(round),
          name: `quiet ${round}`,
          number: round,
        };
        void runOnce(doing, site, retryDeliveries, 'retry', 0);
      });
    }
    await simulation.scheduler.run();
  }
  simulation.watch.violated('the schedule does not get done with what is pending');
}

const nextDue = (site: Site): number[] =>
  site
    .live()
    .flatMap(({ delivery }) =>
      delivery.state === 'pending' ? [Date.parse(delivery.next_attempt_at)] : [],
    );

/** Checks that must pass in the end, whatever has happened. */
export async function checkEnd(simulation: Simulation): Promise<void> {
  await inspect(simulation);
  for (const site of simulation.sites) for (const it of site.live()) checkDelivery(simulation, it);
}

function checkDelivery(
  { watch, scheduler }: Simulation,
  { id, delivery, lease }: SubmissionRecord,
): void {
  if (delivery.state === 'pending') watch.violated(`${id} is never delivered`);
  if (delivery.state === 'delivered' && !watch.received.get(id)?.taken) {
    watch.violated(`${id} is delivered, and nobody has got it`);
  }
  if (lease && Date.parse(lease.until) > scheduler.time + minute) {
    watch.violated(`${id} is leased for ever`);
  }
}
