import { undeliveredSince, type SubmissionRecord } from '../../functions/store/record.ts';
import type { Filter } from '../../functions/store/paging.ts';
import { awaitsDecision } from '../../src/shared/awaits.ts';
import { auditEntrySchema } from '../../src/shared/audit.ts';
import { stoppedAfterMs } from '../../src/shared/health.ts';
import { lookEvery } from './alerts.ts';
import { mostSkew } from './call.ts';
import type { Site } from './site.ts';
import { ticks, type Simulation } from './simulation.ts';
import type { Random } from './random.ts';

/** Checks that each store must pass at any moment, even in the middle of a run. */
export async function inspect(simulation: Simulation): Promise<void> {
  for (const site of simulation.sites) {
    const live = site.live();
    checkLost(simulation, site, live);
    checkFollowUp(simulation, site, live);
    await checkVisible(simulation, site, live);
    await checkAudit(simulation, site);
    await checkDeadMan(simulation, site);
  }
}

function checkLost(simulation: Simulation, site: Site, live: readonly SubmissionRecord[]): void {
  const liveIds = new Set(live.map(({ id }) => id));
  for (const [id, { erasedAt }] of site.leads) {
    if (liveIds.has(id) !== (erasedAt === undefined)) {
      simulation.watch.violated(`${id} is lost at ${site.name}`);
    }
  }
}

function checkFollowUp({ watch }: Simulation, site: Site, live: readonly SubmissionRecord[]): void {
  for (const { id, notes = [], outcome } of live) {
    const told = site.leads.get(id);
    const missing = told?.notes.difference(new Set(notes.map((it) => it.id)));
    if (missing && missing.size > 0) watch.violated(`a note about ${id} is lost at ${site.name}`);
    if (told?.hasOutcome && !outcome)
      watch.violated(`the outcome of ${id} is lost at ${site.name}`);
  }
}

/** Each lead is in the list or held, and the waits are reported correctly. */
async function checkVisible(
  { watch }: Simulation,
  { name, engine: { truth } }: Site,
  live: readonly SubmissionRecord[],
): Promise<void> {
  const idsIn = async (filter: Filter) => {
    const { records } = await truth.page({ filter, limit: 1000 });
    return records.map(({ id }) => id);
  };
  const held = live.filter(awaitsDecision);
  const lists = [{}, { delivery: 'held' }, { archived: 'yes' }] as const;
  const listed = new Set((await Promise.all(lists.map(idsIn))).flat());
  for (const { id } of live) {
    if (!listed.has(id)) watch.violated(`${id} is on no list at ${name}`);
  }
  if ((await truth.counts()).held !== held.length)
    watch.violated(`${name} counts the held leads wrong`);
  const oldest = (times: (string | null)[]) => times.filter((it) => it !== null).toSorted()[0];
  const undelivered = await Promise.all(
    (['pending', 'failed'] as const).map((state) => truth.undelivered(state, '9999')),
  );
  const waited = undelivered.map(({ oldest: lead }) => (lead ? undeliveredSince(lead) : null));
  if (oldest(waited) !== oldest(live.map(undeliveredSince))) {
    watch.violated(`${name} does not say how long the oldest lead has waited`);
  }
  if ((await truth.heldSince()) !== oldest(held.map(({ created_at }) => created_at))) {
    watch.violated(`${name} does not say how long the oldest lead is held`);
  }
}

const clicked = ['answered', 'unanswered', 'archived', 'unarchived'];

/** The log has each click that changed a lead once, and names exactly the leads that were erased, each once. */
async function checkAudit({ watch }: Simulation, site: Site): Promise<void> {
  const { engine, leads, hasImported } = site;
  const { entries } = await engine.truth.audit({ limit: 10_000 });
  // An import may add the entries of another store.
  if (hasImported) return;
  const events = entries.map((it) => auditEntrySchema.parse(it).event);
  const clicks = events.filter(({ action }) => clicked.includes(action)).length;
  if (clicks !== site.clicks)
    watch.violated(`the audit log has ${clicks} of ${site.clicks} changes of leads`);
  const named = events.flatMap((event) => (event.action === 'erased' ? event.submissions : []));
  const erased = [...leads].filter(([, lead]) => lead.erasedAt !== undefined);
  if (named.length !== new Set(named).size)
    watch.violated('the audit log names an erased lead twice');
  if (!erased.every(([id]) => named.includes(id))) {
    watch.violated('the audit log does not name what was erased');
  }
  if (!named.every((id) => erased.some(([other]) => other === id))) {
    watch.violated('the audit log names what was not erased');
  }
}

/** The watch and the canary report each other's failure. */
async function checkDeadMan({ watch }: Simulation, { name, engine }: Site): Promise<void> {
  const { looked_at, canary, troubles } = await engine.truth.watch();
  const lead = Date.parse(canary?.visited_at ?? '') - Date.parse(looked_at ?? '');
  const isTold = (kind: string) => troubles.some((it) => it.kind === kind);
  if (lead > stoppedAfterMs.schedule + 2 * mostSkew && !isTold('watch')) {
    watch.violated(`the canary of ${name} does not tell that nobody looks`);
  }
  if (-lead > stoppedAfterMs.canary + 2 * mostSkew && !isTold('canary')) {
    watch.violated(`the watch of ${name} does not tell that no canary comes`);
  }
}

/** More rounds than any lead has attempts. */
const mostRounds = 30;
const minute = 60_000;

/** Without faults and without new leads, the schedule alone must deliver all pending leads. */
export async function quietPeriod(simulation: Simulation, random: Random): Promise<void> {
  simulation.faults.healed = true;
  simulation.webhook.mood = 'takes';
  simulation.trace(() => 'from here on everything works');
  for (const site of simulation.sites) {
    site.engine.downUntil = 0;
    site.webhook = { state: 'set', target: simulation.target };
  }
  await simulation.scheduler.run();
  for (let round = 1; round <= mostRounds && !simulation.watch.violation; round++) {
    const due = simulation.sites.flatMap(nextDue);
    if (due.length === 0) return;
    const wait = Math.max(0, Math.min(...due) - simulation.scheduler.time) + minute;
    for (const site of simulation.sites) {
      simulation.scheduler.after(wait, () => {
        void simulation.runAt(site, `quiet ${round}`, ticks, random.fork(round));
      });
    }
    await simulation.scheduler.run();
  }
  simulation.watch.violated('the schedule does not finish the pending leads');
}

/**
 * For days, the watch runs now and then, also while no webhook is set. A lasting trouble is reported again, and
 * so is its end.
 */
export async function lastDays(simulation: Simulation, random: Random): Promise<void> {
  const { alerts, scheduler, sites, target, watch } = simulation;
  const begin = scheduler.time;
  for (let round = 1; round <= 7; round++) {
    for (const [i, site] of sites.entries()) {
      site.webhook = random.chance(0.3) ? { state: 'off' } : { state: 'set', target };
      scheduler.after(lookEvery, () => {
        void simulation.runAt(site, `last ${round}`, ticks, random.fork(10 * round + i));
      });
    }
    await scheduler.run();
  }
  for (const site of sites) {
    if (!watch.violation) alerts.checkLast(site, begin, scheduler.time);
  }
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
  for (const site of simulation.sites)
    for (const lead of site.live()) checkDelivery(simulation, lead);
}

function checkDelivery(
  { watch, scheduler }: Simulation,
  { id, delivery, lease }: SubmissionRecord,
): void {
  if (delivery.state === 'pending') watch.violated(`${id} is never delivered`);
  if (delivery.state === 'delivered' && !watch.taken.has(id)) {
    watch.violated(`${id} is delivered, but no receiver has it`);
  }
  if (lease && Date.parse(lease.until) > scheduler.time + minute) {
    watch.violated(`${id} is leased for ever`);
  }
}
