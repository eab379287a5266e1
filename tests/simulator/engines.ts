import { DatabaseSync } from 'node:sqlite';
import { prepareSchema } from '../../functions/store/sqlite/schema.ts';
import { sqliteEngine as realEngine } from '../../functions/store/sqlite/engine.ts';
import { StoreUnavailable } from '../../functions/store/port.ts';
import { storeOn } from '../../functions/store/store.ts';
import { around, type Engine, type Observe, type Stored, type Wrappers } from './site.ts';
import type { Call } from './call.ts';
import type { Scheduler } from './scheduler.ts';
import { throwIfLate, code } from '../../functions/store/firestore/client.ts';
import { firestoreStore } from '../../functions/store/firestore/engine.ts';
import { recordSchema, tombstoneSchema } from '../../functions/store/record.ts';
import { arrives, clientOf, type Travel } from './firestore/client.ts';
import { Database, refusal } from './firestore/database.ts';

/** The real engine on a database in memory. Its calls may be late, fail or lose their responses. */
export function sqliteEngine(scheduler: Scheduler, observe: Observe): Engine {
  const database = new DatabaseSync(':memory:');
  prepareSchema(database);
  let acting: Call | undefined;
  observeWrites(database, (id, before, after) => observe(id, before, after, acting));
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
    close: () => database.close(),
  };
  return engine;
}

const unavailable = () => new StoreUnavailable('The simulated database did not answer.');

type Seen = (id: string, before: Stored | undefined, after: Stored | undefined) => void;

/** Triggers report each written row, so no write of the store is missed. */
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

const submissions = 'contact_submissions';
const unanswered = 14;
/** If the library gets no response, it retries, so a commit may be applied twice. */
const mostTries = 3;

/** The real engine on a model of Firestore, whose requests may be late, refused, lost or unanswered. */
export function firestoreEngine(
  scheduler: Scheduler,
  observe: Observe,
  { write }: Wrappers = {},
): Engine {
  let acting: Call | undefined;
  const database = new Database(({ collection, id }, before, after) => {
    if (collection === submissions) observe(id, stored(before), stored(after), acting);
  }, write);

  const travelOnce = <T>(call: Call, name: string, apply: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!call.isAlive) return;
      const [there, back] = [call.latency(), call.latency()];
      const isLost = call.strikes('request lost');
      const isUnanswered = call.strikes('answer lost');
      const isContended = name.startsWith('commit') && call.strikes('contended');
      const answer = (arrives: () => void) => {
        scheduler.after(back, arrives, call);
      };
      // The request arrives even if the process has died.
      scheduler.after(there, () => {
        call.trace(() => name);
        try {
          if (isLost || engine.downUntil > scheduler.time) throw refusal(unanswered);
          if (isContended) throw refusal(code.aborted);
          acting = call;
          const result = apply();
          if (isUnanswered) throw refusal(unanswered);
          answer(() => resolve(result));
        } catch (error) {
          answer(() => reject(error instanceof Error ? error : new TypeError(String(error))));
        } finally {
          acting = undefined;
        }
      });
    });

  const travelOf =
    (call: Call): Travel =>
    async (name, apply) => {
      for (let tries = 1; ; tries++) {
        throwIfLate();
        try {
          return await travelOnce(call, name, apply);
        } catch (error) {
          const isUnanswered =
            error instanceof Error && 'code' in error && error.code === unanswered;
          const isOver = tries === mostTries || !isUnanswered;
          if (isOver) throw error;
          await call.step(call.random.between(100, 1500));
        }
      }
    };

  const engine: Engine = {
    downUntil: 0,
    truth: firestoreStore(clientOf(database, arrives), () => undefined),
    all: () =>
      [...database.collection(submissions).values()].flatMap(({ data }) => stored(data) ?? []),
    storeFor: (call) => firestoreStore(clientOf(database, travelOf(call)), () => undefined),
    close: () => undefined,
  };
  return engine;
}

/** Leaves out fields that only queries use. */
const stored = (data: unknown): Stored | undefined => {
  if (data === undefined) return undefined;
  return 'erased_at' in (data as object) ? tombstoneSchema.parse(data) : recordSchema.parse(data);
};
