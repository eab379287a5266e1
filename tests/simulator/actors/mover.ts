import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { exportStore, type Write } from '../../../scripts/transfer/export.ts';
import { importItems } from '../../../scripts/transfer/import.ts';
import { parseExport, textOf, type Item, type Line } from '../../../scripts/transfer/file.ts';
import type { Lead, Site } from '../site.ts';
import { fingerprintOf } from '../../../functions/opt-outs/may-contact.ts';
import { Call } from '../call.ts';
import { secondNumberOf } from '../words.ts';
import { personHash, type Simulation, type Actor, type Doing } from '../simulation.ts';

const files = new WeakMap<Simulation, ExportFile[]>();
const filesOf = (simulation: Simulation): readonly ExportFile[] => files.get(simulation) ?? [];

/** Exports until a file is complete, and then usually imports it. */
export const move: Actor = async (action) => {
  const { simulation, random } = action;
  for (let tries = 1; tries <= 3; tries++) {
    if (await exportAll(action)) break;
    await simulation.scheduler.sleep(random.pick([1000, 3_600_000, 100 * 3_600_000]));
  }
  if (random.chance(0.7)) await importAll(action);
};

async function exportAll(action: Doing): Promise<boolean> {
  const { simulation } = action;
  const site = action.random.pick(simulation.sites);
  const call = command(action);
  const file = new ExportFile(site);
  call.trace(() => `exports from ${site.name}`);
  const real = simulation.storeFor(site, call);
  const store: Store = {
    ...real,
    all: (within, atOnce) => {
      if (within === 'audit_log') file.loggedAt ??= simulation.scheduler.time;
      return real.all(within, atOnce);
    },
  };
  const exporting = exportStore(store, {
    from: site.name,
    key: fingerprintOf(personHash),
    write: file.writeFor(call),
    say: () => undefined,
  });
  const isWhole = await endOf(simulation, call, exporting);
  if (isWhole) files.set(simulation, [...filesOf(simulation), file]);
  return isWhole;
}

export const importAll: Actor = async (action) => {
  const { simulation, random } = action;
  const whole = filesOf(simulation);
  if (whole.length === 0) return;
  const file = random.pick(whole);
  const [first] = simulation.sites;
  const to = file.site === first ? simulation.secondSite() : first;
  to.hasImported = true;
  for (const email of file.site.wishes) to.wishes.add(email);
  const call = command(action);
  const isErased = ({ erasedAt = Infinity }: Lead) => erasedAt < (file.loggedAt ?? 0);
  const erased = [...file.site.leads].filter(([, lead]) => isErased(lead)).map(([id]) => id);
  call.mustNotStore = new Set(erased);
  call.trace(() => `imports into ${to.name}`);
  const from = parseExport(file.bytes(), 'the file');
  const importing = importItems(from, {
    store: simulation.storeFor(to, call),
    say: (sentence) => call.trace(() => sentence),
    personHash,
  });
  if (!(await endOf(simulation, call, importing))) return;
  const storedIds = new Set(to.engine.all().map(({ id }) => id));
  const log = (await Array.fromAsync(to.engine.truth.all('audit_log'))).flat();
  const entries = log.flatMap((item) => (item.kind === 'action' ? item.entry.id : []));
  const isLost = (item: Item) => item.kind === 'action' && !entries.includes(item.entry.id);
  if (file.items.some(isLost) || new Set(entries).size < entries.length) {
    simulation.watch.violated('an entry of an imported audit log is missing, or there twice');
  }
  for (const item of file.items) {
    // Either a lead or a tombstone counts.
    if (item.kind === 'submission' && !storedIds.has(item.submission.id)) {
      simulation.watch.violated(`${item.submission.id} was imported, and is not there`);
    }
  }
  const optedOut = new Set(file.items.map((it) => (it.kind === 'opt-out' ? it.hash : '')));
  for (const { email } of to.leads.values()) {
    const person = { email, phone: secondNumberOf(email) };
    const isOn = personHash(person).some((it) => optedOut.has(it));
    if (isOn && !to.optedIn.has(email) && !to.optedOut.has(email))
      to.optedOut.set(email, simulation.scheduler.time);
  }
  for (const id of erased) {
    to.mustStayErased.add(id);
    const lead = to.leads.get(id);
    if (lead && lead.erasedAt === undefined) {
      simulation.watch.violated(`${id} was erased where the import came from, and stays`);
    }
  }
};

/** A separate process on the operator's machine. */
function command({ simulation, random, name }: Doing): Call {
  return new Call(
    name,
    simulation.newProcess(name),
    random.fork(random.between(1, 1e6)),
    simulation,
  );
}

/** Whether it succeeded before its process died. Nothing but the store may fail. */
async function endOf({ watch }: Simulation, call: Call, work: Promise<unknown>): Promise<boolean> {
  const { promise: died, resolve } = Promise.withResolvers<boolean>();
  call.process.onDeath(() => resolve(false));
  const ended = work.then(
    () => true,
    (error: unknown) => {
      call.trace(() => `broken off: ${String(error)}`);
      if (!(error instanceof StoreUnavailable)) watch.violated(String(error));
      return false;
    },
  );
  const isDone = await Promise.race([ended, died]);
  call.trace(() => (isDone ? 'is done' : 'is not done'));
  return isDone;
}

/** The file of an export. It counts once it is complete. */
class ExportFile {
  readonly site: Site;
  readonly #lines: Line[] = [];
  /** When the export read the audit log. Leads that were erased before must not come back through this file. */
  loggedAt: number | undefined;

  constructor(site: Site) {
    this.site = site;
  }

  get items(): Item[] {
    return this.#lines.filter((line) => line.kind !== 'header' && line.kind !== 'end');
  }

  bytes = (): Buffer => Buffer.from(textOf(this.#lines));

  writeFor(call: Call): Write {
    // The export of a large store takes hours, while the site keeps running.
    const pace = call.random.pick([1, 1000, 60_000, 3_600_000]);
    return async (lines) => {
      // Sequential, because the process may die between any two.
      for (const line of lines) {
        await call.step(pace);
        this.#lines.push(line);
      }
    };
  }
}
