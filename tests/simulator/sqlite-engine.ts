import { DatabaseSync } from 'node:sqlite';
import { prepareSchema } from '../../functions/store/sqlite/schema.ts';
import { sqliteStore } from '../../functions/store/sqlite/engine.ts';
import { StoreUnavailable, type Store } from '../../functions/store/port.ts';
import { erasingWith } from '../support/worlds/altered-stores.ts';
import { aroundStore, type Engine, type Observe, type Stored } from './site.ts';
import type { Call } from './call.ts';
import type { Scheduler } from './scheduler.ts';

/** The real engine on a database in memory. Its calls may be late, fail or lose their answers. */
export function sqliteEngine(scheduler: Scheduler, observe: Observe): Engine {
  const database = new DatabaseSync(':memory:');
  prepareSchema(database);
  let acting: Call | undefined;
  observeWrites(database, (id, before, after) => {
    observe(id, before, after, acting);
  });
  const truth = sqliteStore(database, console.log);
  const selectAll = database.prepare(
    'SELECT record FROM submissions UNION ALL SELECT tombstone FROM erased_submissions',
  );

  const asked = async <T>(call: Call, name: string, work: () => Promise<T>): Promise<T> => {
    await call.step();
    call.trace(() => `store.${name}`);
    if (engine.downUntil > scheduler.time || call.strikes('request lost')) throw unavailable();
    acting = call;
    const answer = await work();
    if (reads.has(name)) return answer;
    await call.step();
    if (call.strikes('answer lost')) throw unavailable();
    return answer;
  };

  /** Pauses where the engine itself waits in the middle of a call, so that others come in between. */
  const pause = async (call: Call): Promise<void> => {
    await call.step();
    acting = call;
  };

  const engine: Engine = {
    downUntil: 0,
    truth,
    all: () => selectAll.all().map((row) => JSON.parse(String(row['record'])) as Stored),
    storeFor: (call) =>
      aroundStore(
        withPauses(truth, () => pause(call)),
        (name, work) => asked(call, name, work),
      ),
    close: () => {
      database.close();
    },
  };
  return engine;
}

/** Others may append between reading the head and writing the next entry. */
const withPauses = (store: Store, pause: () => Promise<void>): Store => ({
  ...store,
  appendAudit: (make) =>
    store.appendAudit(async (head) => {
      await pause();
      return make(head);
    }),
  erase: erasingWith(store, async (link) => {
    await pause();
    return link();
  }),
});

const reads: ReadonlySet<string> = new Set<keyof Store>([
  'get',
  'page',
  'due',
  'undelivered',
  'waitingSince',
  'arrivals',
  'watch',
  'idsOf',
  'idsBefore',
  'tombstone',
  'tombstonesOf',
  'isOptedOut',
  'audit',
  'hasRole',
  'keptAfter',
  'rolesAfter',
  'optOutsAfter',
]);

const unavailable = () => new StoreUnavailable('The simulated database did not answer.');

type Seen = (id: string, before: Stored | undefined, after: Stored | undefined) => void;

/** SQLite itself reports each row, so this sees every write, whichever way the store makes it. */
function observeWrites(database: DatabaseSync, seen: Seen): void {
  const parse = (text: unknown): Stored | undefined =>
    typeof text === 'string' ? (JSON.parse(text) as Stored) : undefined;
  database.function('seen', (id, before, after) => {
    seen(String(id), parse(before), parse(after));
    return null;
  });
  database.exec(`
    CREATE TEMP TRIGGER seen_added AFTER INSERT ON submissions
      BEGIN SELECT seen(new.id, NULL, new.record); END;
    CREATE TEMP TRIGGER seen_changed AFTER UPDATE ON submissions
      BEGIN SELECT seen(new.id, old.record, new.record); END;
    CREATE TEMP TRIGGER seen_removed AFTER DELETE ON submissions
      BEGIN SELECT seen(old.id, old.record, NULL); END;
    CREATE TEMP TRIGGER seen_erased AFTER INSERT ON erased_submissions
      BEGIN SELECT seen(new.id, NULL, new.tombstone); END;
  `);
}
