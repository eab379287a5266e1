import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, onTestFinished, vi } from 'vitest';
import type { Log } from '../../../functions/log/log.ts';
import { connect, type Connection } from '../../../functions/store/firestore/client.ts';
import { firestoreStore, openFirestore } from '../../../functions/store/firestore/engine.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { DatabaseSync } from 'node:sqlite';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { arrives, clientOf } from '../../simulator/firestore/client.ts';
import { Database } from '../../simulator/firestore/database.ts';
import { inSoak } from '../soak.ts';
import { Receiver } from '../servers/receiver.ts';
import { quickFolder } from './quick-folder.ts';

/** A store that is empty at first, for one test. */
export interface Engine {
  /** Variables that make another process use the same data. */
  env: Record<string, string>;
  /** Opens the store in this process until the test ends. `busyMs`: how long to wait for a busy SQLite file. */
  open: (log?: Log, busyMs?: number) => Store;
  /** Overwrites fields of a stored lead without the store. */
  damage: (id: string, fields: Record<string, unknown>) => Promise<void>;
}

export type MakeEngine = () => Promise<Engine>;

/** The address of Firestore's emulator. Empty if none runs. */
export const emulatorHost = inject('firestoreHost') ?? '';

/**
 * Runs the same tests on SQLite and on Firestore: on the simulated one, which keeps the same contract as the emulator
 * (store/firestore-model), and takes a tenth of the time.
 */
export function eachEngine(
  title: string,
  promise: (makeEngine: MakeEngine) => void,
  firestore = simulatedEngine,
): void {
  describe(`${title} on SQLite`, () => {
    promise(sqliteEngine);
  });
  const isMissing = firestore !== simulatedEngine && emulatorHost === '';
  describe.skipIf(isMissing)(`${title} on Firestore`, () => {
    promise(firestore);
  });
}

export const onEachEngine = (promise: (makeEngine: MakeEngine) => void): void =>
  eachEngine('the site', promise);

/** For tests with several processes, or that need the delays of a real store: uses the Firestore emulator. */
export const onEachServer = (promise: (makeEngine: MakeEngine) => void): void =>
  eachEngine('the site', promise, () => Promise.resolve(firestoreEngine(emulatorHost)));

export async function sqliteEngine(): Promise<Engine> {
  const folder = await aFolder(quickFolder);
  return {
    env: { DATA_DIR: folder, FIRESTORE_EMULATOR_HOST: '' },
    open: (log = console.log, busyMs) => closing(openSqlite(folder, log, busyMs)),
    damage: (id, fields) => damageRow(folder, id, fields),
  };
}

export function firestoreEngine(host: string): Engine {
  const place = { projectId: `demo-${crypto.randomUUID()}`, emulatorHost: host };
  return {
    env: { FIREBASE_PROJECT_ID: place.projectId, FIRESTORE_EMULATOR_HOST: host },
    open: (log = console.log) =>
      // The emulator may be busy.
      closing(openFirestore(place, log, { patienceMs: inSoak(120_000, 30_000) })),
    damage: (id, fields) => damageDocument(place, id, fields),
  };
}

function simulatedEngine(): Promise<Engine> {
  const client = clientOf(new Database(() => undefined), arrives);
  return Promise.resolve({
    get env(): never {
      throw new Error('No other process can open this store: use onEachServer.');
    },
    open: (log = console.log) => closing(firestoreStore(client, log)),
    damage: async (id, fields) => {
      await client.collection('contact_submissions').doc(id).update(fields);
    },
  });
}

/** A temporary folder, which is removed after the test. */
export async function aFolder(root = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(root, 'leadwright-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A receiver that runs until the test ends. */
export async function aReceiver(): Promise<Receiver> {
  const receiver = await Receiver.open();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

/** Until the test ends, timers run at once and in order, so that no test waits for an unreachable store. */
export function endWaitsAtOnce(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
  onTestFinished(() => void vi.useRealTimers());
}

function closing(store: Store): Store {
  onTestFinished(() => store.close());
  return store;
}

type Fields = Record<string, unknown>;

/** Overwrites fields of a submission in this folder's file, without the store. */
export async function damageRow(folder: string, id: string, fields: Fields): Promise<void> {
  using file = new DatabaseSync(join(folder, fileName));
  const update = file.prepare('UPDATE submissions SET value = json_patch(value, ?) WHERE id = ?');
  await Promise.try(() => update.run(JSON.stringify(fields), id));
}

export async function damageDocument(place: Connection, id: string, fields: Fields): Promise<void> {
  await connect(place).collection('contact_submissions').doc(id).update(fields);
}
