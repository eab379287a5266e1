import { retryDeliveries } from '../../functions/retry-deliveries.ts';
import { delays } from '../../functions/relay/schedule.ts';
import { undeliveredSince, type SubmissionRecord } from '../../functions/store/record.ts';
import { firstMisfit } from '../../src/shared/audit-chain.ts';
import { auditEntrySchema } from '../../src/shared/audit.ts';
import { runOnce } from './actors/schedule.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { World } from './world.ts';

/** More rounds than any lead has tries. */
const mostRounds = 30;
const minute = 60_000;

/** Everything works again and nobody comes: what is owed must be done by the schedule alone. */
export async function quietPeriod(world: World, random: Random): Promise<void> {
  world.faults.healed = true;
  world.webhook.mood = 'takes';
  world.trace(() => 'from here on everything works');
  for (const { engine } of world.sites) engine.downUntil = 0;
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
    .map(({ delivery }) =>
      delivery.state === 'pending' ? Date.parse(delivery.next_attempt_at) : 0,
    )
    .filter((it) => it > 0);

/** What must be true in the end, whatever has happened. */
export async function checkEnd(world: World): Promise<void> {
  for (const site of world.sites) {
    const live = site.live();
    checkSame(world, site, live);
    for (const it of live) checkDelivery(world, it);
    const since = live.flatMap((it) => undeliveredSince(it) ?? []).toSorted()[0];
    if ((await site.engine.truth.undeliveredSince()) !== since) {
      world.watch.violated(`${site.name} does not say how long the oldest lead has waited`);
    }
    await checkAudit(world, site);
  }
}

function checkSame(world: World, site: Site, live: readonly SubmissionRecord[]): void {
  const there = new Set(live.map(({ id }) => id));
  for (const [id, { erasedAt, isTest }] of site.leads) {
    if (!isTest && there.has(id) !== (erasedAt === undefined)) {
      world.watch.violated(`${id} is lost at ${site.name}`);
    }
  }
}

function checkDelivery(
  world: World,
  { id, delivery, attempts, tries, lease }: SubmissionRecord,
): void {
  const { watch } = world;
  switch (delivery.state) {
    case 'delivered':
      if (!watch.received.get(id)?.taken)
        watch.violated(`${id} is delivered, and nobody has got it`);
      break;
    case 'failed': {
      const isGone = attempts.some(({ status }) => status === 410);
      if (!isGone && tries < delays.length) watch.violated(`${id} was given up too soon`);
      break;
    }
    case 'pending':
      watch.violated(`${id} is never delivered`);
      break;
    case 'off':
      watch.violated(`${id} is off, where there is a webhook`);
      break;
    case 'held':
      break;
  }
  if (lease && Date.parse(lease.until) > world.scheduler.time + minute)
    watch.violated(`${id} is leased for ever`);
}

async function checkAudit(world: World, { name, engine, leads }: Site): Promise<void> {
  const { entries, head } = await engine.truth.audit({ limit: 10_000 });
  const misfit = await firstMisfit(entries.toReversed(), head);
  if (misfit) world.watch.violated(`the audit log of ${name}: ${misfit.number} is ${misfit.why}`);
  const erased = new Set(
    entries
      .map((it) => auditEntrySchema.parse(it).event)
      .flatMap((it) => (it.action === 'erased' ? it.submissions : [])),
  );
  if (name !== 'the site') return;
  for (const [id, { erasedAt, isTest }] of leads) {
    if (erasedAt !== undefined && !isTest && !erased.has(id)) {
      world.watch.violated(`${id} was erased, and the audit log does not say so`);
    }
  }
}
