import { Buried } from '../../../scripts/moving/buried.ts';
import { exportStore } from '../../../scripts/moving/export-store.ts';
import {
  emptyCounts,
  headerOf,
  write,
  type Counts,
  type Item,
  type Line,
} from '../../../scripts/moving/format.ts';
import { importItems } from '../../../scripts/moving/import-items.ts';
import { checkItems, readItems } from '../../../scripts/moving/read-items.ts';
import type { Target } from '../../../scripts/moving/target.ts';
import { aroundStore } from '../around-store.ts';
import { Call } from '../call.ts';
import type { World } from '../world.ts';
import type { Actor, Doing } from './actor.ts';

/** A file that an export writes. Broken off, it is gone on with. */
export class ExportFile {
  text: string[];
  items: Item[] = [];
  isWhole = false;
  /** What the site had erased by then is not to come back by this file. */
  lastReadAt = 0;

  readonly #begun: string;

  constructor(begun: string) {
    this.#begun = begun;
    this.text = [write([headerOf('the site', begun)])];
  }

  target(call: Call): Target {
    const counts: Counts = emptyCounts();
    const buried = new Buried(this.#begun);
    for (const it of this.items) {
      counts[it.kind] += 1;
      buried.note(it);
    }
    return {
      counts,
      buried,
      last: this.items.at(-1),
      write: async (lines: readonly Line[]) => {
        await call.step(1);
        for (const line of lines) {
          this.text.push(write([line]));
          if (line.kind !== 'header' && line.kind !== 'end') this.items.push(line);
        }
      },
      finish: () => {
        this.isWhole = true;
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
  }
}

const unfinished = new WeakMap<World, ExportFile>();
const files = new WeakMap<World, ExportFile[]>();

/** A process of its own, on the operator's machine. */
function command({ world, random, name }: Doing): Call {
  return new Call(name, world.newProcess(name), random.fork(1), world);
}

export const exportAll: Actor = async (doing) => {
  const { world } = doing;
  const [site] = world.sites;
  const call = command(doing);
  const file =
    unfinished.get(world) ?? new ExportFile(new Date(world.scheduler.time).toISOString());
  unfinished.set(world, file);
  call.trace(() => (file.items.length > 0 ? 'goes on with an export' : 'exports'));
  const store = aroundStore(site.engine.storeFor(call), (_, work) => {
    file.lastReadAt = world.scheduler.time;
    return work();
  });
  const ended = orDeath(
    call,
    exportStore(store, file.target(call), () => undefined),
  );
  if (!(await ended) || !file.isWhole) return;
  unfinished.delete(world);
  files.set(world, [...(files.get(world) ?? []), file]);
  call.trace(() => `exported ${file.items.length} items`);
};

export const importAll: Actor = async (doing) => {
  const { world, random } = doing;
  const whole = files.get(world) ?? [];
  if (whole.length === 0) return;
  const file = random.pick(whole);
  const [from] = world.sites;
  const to = world.secondSite();
  for (const [id, { erasedAt = Infinity }] of from.leads) {
    if (erasedAt < file.lastReadAt) to.mustStayErased.add(id);
  }
  const call = command(doing);
  call.trace(() => 'imports');
  const items = () => readItems(chunksOf(file.text), 'the file');
  const { erased } = await checkItems(chunksOf(file.text), 'the file');
  const store = to.engine.storeFor(call);
  if (
    !(await orDeath(
      call,
      importItems({ items, erased }, store, (it) => {
        call.trace(() => it);
      }),
    ))
  )
    return;
  call.trace(() => 'imported');
  for (const it of file.items) {
    if (it.kind !== 'submission' || to.mustStayErased.has(it.submission.id)) continue;
    if (!to.leads.has(it.submission.id)) {
      world.watch.violated(`${it.submission.id} was imported, and is not there`);
    }
  }
};

/** Whether it ended well, and before its process died. */
async function orDeath(call: Call, work: Promise<unknown>): Promise<boolean> {
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
  return Promise.race([ended, died]);
}

async function* chunksOf(text: readonly string[]): AsyncGenerator<Buffer> {
  for (const it of text) yield await Promise.resolve(Buffer.from(it));
}
