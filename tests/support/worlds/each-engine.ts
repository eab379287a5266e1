import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import type { Transport } from '../../../functions/store/firestore/connect.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { openSqlite } from '../../../functions/store/sqlite/open.ts';
import type { Store } from '../../../functions/store/port.ts';
import { damageDocument, damageRow } from './damage.ts';

/** A store that is empty at first, for one test. */
export interface Engine {
  /** What makes a process of its own use the same data. */
  env: Record<string, string>;
  /** In this process, until the test has ended. Many writes cost half with gRPC. */
  open: (transport?: Transport) => Store;
  /** Overwrites fields of what is stored under an id, past the store. */
  damage: (id: string, fields: Record<string, unknown>) => Promise<void>;
}

export type MakeEngine = () => Promise<Engine>;

const firestoreHost = inject('firestoreHost') ?? '';

/** Makes the same promises on each engine; on Firestore where an emulator is to be had. */
export function onEachEngine(promise: (makeEngine: MakeEngine) => void): void {
  describe('on SQLite', () => {
    promise(sqliteEngine);
  });
  describe.skipIf(firestoreHost === '')('on Firestore', () => {
    promise(() => Promise.resolve(firestoreEngine(firestoreHost)));
  });
}

export async function sqliteEngine(): Promise<Engine> {
  const folder = await aFolder();
  return {
    env: { DATA_DIR: folder, FIRESTORE_EMULATOR_HOST: '' },
    open: () => closing(openSqlite(folder, console.log)),
    damage: (id, fields) => damageRow(folder, id, fields),
  };
}

export function firestoreEngine(emulatorHost: string): Engine {
  const projectId = `demo-${crypto.randomUUID()}`;
  return {
    env: { FIREBASE_PROJECT_ID: projectId, FIRESTORE_EMULATOR_HOST: emulatorHost },
    open: (transport) =>
      closing(openFirestore({ projectId, emulatorHost }, console.log, transport)),
    damage: (id, fields) => damageDocument({ projectId, emulatorHost }, id, fields),
  };
}

/** Gone when the test has ended. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function closing(store: Store): Store {
  onTestFinished(() => store.close());
  return store;
}
