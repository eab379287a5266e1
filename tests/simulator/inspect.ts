import { undeliveredSince, type SubmissionRecord } from '../../functions/store/record.ts';
import { firstMisfit, auditEntrySchema } from '../../src/shared/audit.ts';
import type { Site } from './site.ts';
import type { Simulation } from './simulation.ts';

/** Checks that each store must pass at any moment, even in the middle of a run. */
export async function inspect(simulation: Simulation): Promise<void> {
  for (const site of simulation.sites) {
    const live = site.live();
    checkLost(simulation, site, live);
    await checkVisible(simulation, site, live);
    await checkAudit(simulation, site);
  }
}

function checkLost(simulation: Simulation, site: Site, live: readonly SubmissionRecord[]): void {
  const there = new Set(live.map(({ id }) => id));
  for (const [id, { erasedAt, isTest }] of site.leads) {
    if (!isTest && there.has(id) !== (erasedAt === undefined)) {
      simulation.watch.violated(`${id} is lost at ${site.name}`);
    }
  }
}

/** Each lead is in the list or held, and the waits are reported correctly. */
async function checkVisible(
  { watch }: Simulation,
  { name, engine: { truth } }: Site,
  live: readonly SubmissionRecord[],
): Promise<void> {
  const idsIn = async (delivery?: 'held') => {
    const { records } = await truth.page({ filter: { delivery }, limit: 1000 });
    return records.map(({ id }) => id);
  };
  const held = live.filter(({ delivery, test }) => delivery.state === 'held' && !test);
  const listed = new Set([...(await idsIn()), ...(await idsIn('held'))]);
  for (const { id, test } of live) {
    if (!test && !listed.has(id)) watch.violated(`${id} is on no list at ${name}`);
  }
  if ((await truth.counts()).held !== held.length)
    watch.violated(`${name} counts what is held wrong`);
  const oldest = (times: (string | null)[]) => times.filter((it) => it !== null).toSorted()[0];
  const waited = (await truth.undelivered(1)).map(undeliveredSince);
  if (waited[0] !== oldest(live.map(undeliveredSince))) {
    watch.violated(`${name} does not say how long the oldest lead has waited`);
  }
  if ((await truth.heldSince()) !== oldest(held.map(({ created_at }) => created_at))) {
    watch.violated(`${name} does not say how long the oldest lead is held`);
  }
}

/** The chain is unbroken, and names exactly the leads that were erased, each once. */
async function checkAudit({ watch }: Simulation, { name, engine, leads }: Site): Promise<void> {
  const { entries, head } = await engine.truth.audit({ limit: 10_000 });
  const misfit = await firstMisfit(entries.toReversed(), head);
  if (misfit) watch.violated(`the audit log of ${name} is ${misfit.why} at ${misfit.number}`);
  // An import adds the entries of another store, and skips those that don't follow.
  if (name !== 'the site') return;
  const named = entries
    .map((it) => auditEntrySchema.parse(it).event)
    .flatMap((it) => (it.action === 'erased' ? it.submissions : []));
  const gone = [...leads].filter(([, it]) => it.erasedAt !== undefined);
  // A trial lead is swept without an entry, or erased by retention like any other.
  const erased = gone.filter(([, { isTest }]) => !isTest);
  if (named.length !== new Set(named).size)
    watch.violated('the audit log names an erased lead twice');
  if (!erased.every(([id]) => named.includes(id))) {
    watch.violated('the audit log does not name what was erased');
  }
  if (!named.every((id) => gone.some(([it]) => it === id))) {
    watch.violated('the audit log names what was not erased');
  }
}
