import { DatabaseSync } from 'node:sqlite';
import { prepareSchema } from '../../functions/store/sqlite/schema.ts';
import { sqliteEngine as realEngine } from '../../functions/store/sqlite/engine.ts';
import { StoreUnavailable } from '../../functions/store/port.ts';
import { storeOn } from '../../functions/store/store.ts';
import { around, type Engine, type Observe, type Stored } from './site.ts';
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
  const real = realEngine(database);
  const truth = storeOn(real, console.log);
  const selectAll = database.prepare('SELECT value FROM submissions');

  const asked = async <T>(call: Call, name: string, work: () => Promise<T>): Promise<T> => {
    await call.step();
    call.trace(() => `${name} in SQLite`);
    if (engine.downUntil > scheduler.time || call.strikes('request lost')) throw unavailable();
    acting = call;
    const answer = await work();
    if (name !== 'commit') return answer;
    await call.step();
    if (call.strikes('answer lost')) throw unavailable();
    return answer;
  };

  const engine: Engine = {
    downUntil: 0,
    truth,
    all: () => selectAll.all().map((row) => JSON.parse(String(row['value'])) as Stored),
    storeFor: (call) =>
      storeOn(
        around(real, (name, work) => asked(call, name, work)),
        () => undefined,
      ),
    close: () => {
      database.close();
    },
  };
  return engine;
}

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
      BEGIN SELECT seen(new.id, NULL, new.value); END;
    CREATE TEMP TRIGGER seen_changed AFTER UPDATE ON submissions
      BEGIN SELECT seen(new.id, old.value, new.value); END;
    CREATE TEMP TRIGGER seen_removed AFTER DELETE ON submissions
      BEGIN SELECT seen(old.id, old.value, NULL); END;
  `);
}
