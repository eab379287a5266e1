import { retryDeliveries } from '../../functions/delivery/retry.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { runOnce } from './actors/schedule.ts';
import { inspect } from './inspect.ts';
import type { Random } from './random.ts';
import { target, type Site } from './site.ts';
import type { World } from './world.ts';

/** More rounds than any lead has tries. */
const mostRounds = 30;
const minute = 60_000;

/** Everything works again and nobody comes: what is owed must be done by the schedule alone. */
export async function quietPeriod(world: World, random: Random): Promise<void> {
  world.faults.healed = true;
  world.webhook.mood = 'takes';
  world.trace(() => 'from here on everything works');
  for (const site of world.sites) {
    site.engine.downUntil = 0;
    site.webhook = { state: 'set', target };
  }
  await world.scheduler.run();
  for (let round = 1; round <= mostRounds && !world.watch.violation; round++) {
    const due = world.sites.flatMap(nextDue);
    if (due.length === 0) return;
    const wait = Math.max(0, Math.min(...due) - world.scheduler.time) + minute;
    for (const site of world.sites) {
      world.scheduler.after(wait, () => {
        const doing = { world, random: random.fork(round), name: `quiet ${round}`, number: round };
        void runOnce(doing, site, retryDeliveries, 'retry', 0);
      });
    }
    await world.scheduler.run();
  }
  world.watch.violated('the schedule does not get done with what is pending');
}

const nextDue = (site: Site): number[] =>
  site
    .live()
    .flatMap(({ delivery }) =>
      delivery.state === 'pending' ? [Date.parse(delivery.next_attempt_at)] : [],
    );

/** What must be true in the end, whatever has happened. */
export async function checkEnd(world: World): Promise<void> {
  await inspect(world);
  for (const site of world.sites) for (const it of site.live()) checkDelivery(world, it);
}

function checkDelivery(
  { watch, scheduler }: World,
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
