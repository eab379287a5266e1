import { exportStore } from '../../../scripts/transfer/export.ts';
import { importItems } from '../../../scripts/transfer/import-items.ts';
import { checkItems, readItems } from '../../../scripts/transfer/read-items.ts';
import { aroundStore } from '../around-store.ts';
import { Call } from '../call.ts';
import type { Lead } from '../site.ts';
import type { Simulation } from '../simulation.ts';
import type { Actor, Doing } from './actor.ts';
import { ExportFile } from './export-file.ts';

const files = new WeakMap<Simulation, ExportFile[]>();
const filesOf = (simulation: Simulation): readonly ExportFile[] => files.get(simulation) ?? [];

/** Exports until the file is complete, and then usually imports it. */
export const move: Actor = async (doing) => {
  const { simulation, random } = doing;
  for (let tries = 1; tries <= 3; tries++) {
    const file = await exportAll(doing);
    if (file?.isWhole) break;
    await simulation.scheduler.sleep(random.pick([1000, 3_600_000, 100 * 3_600_000]));
  }
  if (random.chance(0.7)) await importAll(doing);
};

async function exportAll(doing: Doing): Promise<ExportFile | undefined> {
  const { simulation } = doing;
  const [site] = simulation.sites;
  const call = command(doing);
  const unfinished = filesOf(simulation).find(({ isWhole }) => !isWhole);
  if (unfinished?.isLocked) return undefined;
  const file = unfinished ?? new ExportFile(call.now());
  if (!unfinished) files.set(simulation, [...filesOf(simulation), file]);
  call.trace(() => (unfinished ? 'continues an export' : 'exports'));
  const store = aroundStore(site.engine.storeFor(call), (_, work) => {
    file.lastReadAt = simulation.scheduler.time;
    return work();
  });
  const target = file.openFor(call);
  await endOf(
    call,
    exportStore(store, target, () => undefined),
  );
  file.close(call);
  return file;
}

export const importAll: Actor = async (doing) => {
  const { simulation, random } = doing;
  const whole = filesOf(simulation).filter(({ isWhole }) => isWhole);
  if (whole.length === 0) return;
  const file = random.pick(whole);
  const [from] = simulation.sites;
  const to = simulation.secondSite();
  const call = command(doing);
  const isErased = ({ erasedAt = Infinity }: Lead) => erasedAt < file.lastReadAt;
  const gone = [...from.leads].filter(([, lead]) => isErased(lead)).map(([id]) => id);
  call.mustNotStore = new Set(gone);
  call.trace(() => 'imports');
  const { erased, revoked } = await checkItems(chunksOf(file), 'the file');
  const items = () => readItems(chunksOf(file), 'the file');
  const importing = importItems(
    { items, erased, revoked },
    {
      store: to.engine.storeFor(call),
      say: (sentence) => {
        call.trace(() => sentence);
      },
      personHash: undefined,
    },
  );
  if (!(await endOf(call, importing))) return;
  const there = new Set(to.engine.all().map(({ id }) => id));
  for (const it of file.items) {
    // Either a lead or a tombstone counts.
    if (it.kind === 'submission' && !there.has(it.submission.id)) {
      simulation.watch.violated(`${it.submission.id} was imported, and is not there`);
    }
  }
  for (const id of gone) {
    to.mustStayErased.add(id);
    const lead = to.leads.get(id);
    if (lead && lead.erasedAt === undefined && !lead.isTest) {
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

/** Whether it succeeded before its process died. */
async function endOf(call: Call, work: Promise<unknown>): Promise<boolean> {
  const { promise: died, resolve } = Promise.withResolvers<boolean>();
  call.process.onDeath(() => {
    resolve(false);
  });
  const ended = work.then(
    () => true,
    (error: unknown) => {
      call.trace(() => `broken off: ${String(error)}`);
      return false;
    },
  );
  const isDone = await Promise.race([ended, died]);
  call.trace(() => (isDone ? 'is done' : 'is not done'));
  return isDone;
}

async function* chunksOf(file: ExportFile): AsyncGenerator<Buffer> {
  for (const it of file.lines()) yield await Promise.resolve(it);
}
