import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Deps } from '../../../functions/deps.ts';
import type { Webhook } from '../../../functions/delivery/webhook/webhook.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { aWorld } from './world.ts';

export type LimitWorld = Awaited<ReturnType<typeof openLimitWorld>>;
type Call = 'admit' | 'create';

/** The world of the form on either engine, with a clock that tests move and calls of the store that fail. */
export function openLimitWorld(emulatorHost?: string, webhook: Webhook = { state: 'off' }) {
  let time = Date.UTC(2026, 2, 2, 15);
  const now = () => new Date(time);
  const world = aWorld({ now, webhook });
  const projectId = `limit-${crypto.randomUUID()}`;
  const real: Store =
    emulatorHost === undefined
      ? world.store
      : openFirestore({ projectId, emulatorHost }, world.deps.log, { patienceMs: 30_000 });
  const admitted: string[][] = [];

  const unless = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    if (opened.fails === call) throw new StoreUnavailable('As the test wants it');
    return work();
  };
  const store = Object.assign(Object.create(real) as Store, {
    create: (...lead) => unless('create', () => real.create(...lead)),
    admit: (key, mark, limit, at) => {
      admitted.push([key, mark]);
      return unless('admit', () => real.admit(key, mark, limit, at));
    },
  } satisfies Partial<Store>);
  const deps: Deps = { ...world.deps, store: () => Promise.resolve(store) };

  const opened = {
    deps,
    store: real,
    folder: world.folder,
    events: world.events,
    settle: world.settle,
    admitted,
    fails: undefined as Call | undefined,
    pass: (ms: number) => (time += ms),
    /** The rows of hits in the SQLite file. */
    sightings(): unknown[] {
      const file = new DatabaseSync(join(world.folder, fileName), { readOnly: true });
      const rows = file.prepare('SELECT * FROM sightings').all();
      file.close();
      return rows;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
  return Promise.resolve(opened);
}
