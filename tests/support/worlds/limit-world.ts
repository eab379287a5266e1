import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Deps } from '../../../functions/deps.ts';
import { openRateLimiter } from '../../../functions/intake/rate-limiter.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { aWorld } from './world.ts';

export type LimitWorld = Awaited<ReturnType<typeof openLimitWorld>>;
type Call = 'get' | 'admit' | 'create';

/** The world of the form on either engine, with a clock that tests move and counted calls of the store. */
export function openLimitWorld(emulatorHost?: string) {
  let time = Date.UTC(2026, 2, 2, 15);
  const now = () => new Date(time);
  const world = aWorld({ now });
  const projectId = `limit-${crypto.randomUUID()}`;
  const real: Store =
    emulatorHost === undefined
      ? world.store
      : openFirestore({ projectId, emulatorHost }, world.deps.log);
  const calls: Record<Call, number> = { get: 0, admit: 0, create: 0 };
  const admitted: string[][] = [];

  const counted = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    calls[call] += 1;
    if (opened.fails === call) throw new StoreUnavailable('As the test wants it');
    return work();
  };
  const store = Object.assign(Object.create(real) as Store, {
    get: (id) => counted('get', () => real.get(id)),
    create: (record) => counted('create', () => real.create(record)),
    admit: (key, mark, limit, at) => {
      admitted.push([key, mark]);
      return counted('admit', () => real.admit(key, mark, limit, at));
    },
  } satisfies Partial<Store>);
  const deps: Deps = { ...world.deps, store: () => Promise.resolve(store) };

  const opened = {
    deps,
    store: real,
    folder: world.folder,
    events: world.events,
    calls,
    admitted,
    fails: undefined as Call | undefined,
    pass: (ms: number) => (time += ms),
    /** The deps of a new process, beside the first or after it. */
    another: (): Deps => ({ ...deps, rateLimiter: openRateLimiter(deps.rateLimiter.limit) }),
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
