import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, describe, inject } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { openSqlite, sqliteStore } from '../../../functions/store/sqlite/engine.ts';
import { startFirestoreEmulator } from '../../../scripts/firestore-emulator.ts';
import {
  aSubmission,
  fromAnother,
  type Lead,
  submitting,
} from '../../support/builders/requests.ts';
import { Gate } from '../../support/servers/network-switch.ts';
import { aFolder } from '../../support/worlds/each-engine.ts';
import { allStored, expectRefused, expectTaken } from '../../support/worlds/stored.ts';
import { worldWith, webhookAt } from '../../support/worlds/world.ts';

const opening = (folder: string) => () => Promise.try(() => openSqlite(folder, console.log));

test('a lead is refused while the folder and its file are read-only', async () => {
  const folder = await aFolder();
  const before = aSubmission();
  await expectTaken(before, open(folder));
  const lead = aSubmission();
  await chmod(join(folder, fileName), 0o444);
  await chmod(folder, 0o555);
  await withoutRights(() => expectRefused(lead, opening(folder)));
  await chmod(folder, 0o755);
  await chmod(join(folder, fileName), 0o644);
  await expectTaken(before, open(folder), 200);
  await expectTaken(lead, open(folder));
});

/** Nothing is read-only for root, so this runs the work as a user without rights if we are root. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  const nobody = 65_534;
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a file that isn’t a database is refused and stays as it was', async () => {
  const folder = await aFolder();
  const file = join(folder, fileName);
  const text = 'Somebody keeps a letter under this name. '.repeat(200);
  await writeFile(file, text);
  const lead = aSubmission();
  await expectRefused(lead, opening(folder));
  expect(await readFile(file, 'utf8')).toBe(text);
  await rm(file);
  await expectTaken(lead, open(folder));
});

test('a lead is refused when the disk is full, and no part of it is kept', async () => {
  const folder = await aFolder();
  await open(folder).close();
  const database = new DatabaseSync(join(folder, fileName));
  const store = closing(sqliteStore(database, console.log));
  database.exec('PRAGMA max_page_count = 40');
  const { taken, refused } = await fillUp(store);

  expect((await allStored(store)).map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
  const orphans = 'SELECT words FROM search WHERE rowid NOT IN (SELECT number FROM submissions)';
  expect(database.prepare(orphans).all()).toEqual([]);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);

  database.exec('PRAGMA max_page_count = 3000');
  for (const lead of refused) await expectTaken(lead, store);
});

/** Leads of all sizes, so that the disk is full once in a row and once in the search index. */
async function fillUp(store: Store) {
  const taken: string[] = [];
  const refused: Lead[] = [];
  for (let i = 0; refused.length < 20; i += 1) {
    const lead = {
      ...fromAnother(),
      name: `Dana${i} ${'abcdefgh '.repeat(i % 10)}`,
      message: 'x'.repeat((i * 97) % 1000),
    };
    const { status } = await submitContact(submitting(lead), worldWith(store));
    if (status === 201) taken.push(lead.id);
    else {
      await expectRefused(lead, () => Promise.resolve(store));
      refused.push(lead);
    }
  }
  return { taken, refused };
}

test('a lead is refused while another process locks the file, and the inbox still works', async () => {
  const folder = await aFolder();
  const store = closing(openSqlite(folder, console.log, 50));
  const before = aSubmission();
  await expectTaken(before, store);
  const other = await lockOf(folder);
  const lead = aSubmission();
  await expectRefused(lead, () => Promise.resolve(store));
  expect((await allStored(store)).map(({ id }) => id)).toEqual([before.id]);
  await other.letGo();
  await expectTaken(lead, store);
});

async function lockOf(folder: string, ms?: number) {
  const program = join(import.meta.dirname, '../../support/servers/sqlite-process.ts');
  const process = fork(program, [
    'lock',
    join(folder, fileName),
    ...(ms === undefined ? [] : [String(ms)]),
  ]);
  await once(process, 'message');
  return {
    letGo: async () => {
      const exit = once(process, 'exit');
      process.disconnect();
      await exit;
    },
  };
}

const open = (folder: string): Store => closing(openSqlite(folder, console.log));

function closing(store: Store): Store {
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

const emulatorHost = inject('firestoreHost') ?? '';

describe.skipIf(emulatorHost === '')('on Firestore', () => {
  test('a form is refused while the store can’t be reached, and accepted once it can', async () => {
    const gate = await gateBefore(emulatorHost);
    const store = openAt(gate.host);
    await expectTaken(aSubmission(), store);
    const lead = aSubmission();
    await gate.shut();
    await expectRefused(lead, () => Promise.resolve(store));
    await gate.open();
    await expectTaken(lead, store);
    expect(await allStored(store)).toHaveLength(2);
  });

  test('a lead whose write had no answer is stored once, and left to the schedule', async () => {
    const gate = await gateBefore(emulatorHost);
    const store = openAt(gate.host);
    await expectTaken(aSubmission(), store);
    const lead = aSubmission();
    const create = store.create.bind(store);
    store.create = (record) => {
      gate.state = 'deaf';
      return create(record);
    };
    const world = worldWith(store, { webhook: webhookAt(new URL('http://127.0.0.1:9/')) });
    const { status } = await submitContact(submitting(lead), world);
    gate.state = 'open';
    store.create = create;
    expect(status).toBe(503);
    await expectTaken(lead, store, 200);
    expect(await store.due(new Date().toISOString(), 10)).toEqual([lead.id]);
  });

  test('a store that ends refuses the calls under way, and loses no lead that was accepted', async () => {
    const emulator = await startFirestoreEmulator();
    if (!emulator) throw new Error('There was one a moment ago.');
    const store = openAt(emulator.host);
    await expectTaken(aSubmission(), store);
    const world = worldWith(store);
    const answers = Array.from({ length: 50 }, () =>
      submitContact(submitting(aSubmission()), world),
    );
    await Promise.all([Promise.race(answers), emulator.close()]);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((it) => it !== 201 && it !== 503)).toEqual([]);
    await expectRefused(aSubmission(), () => Promise.resolve(store));
  });
});

/** Reconnects before the store is closed, so that no call is still being retried. */
async function gateBefore(host: string): Promise<Gate> {
  const gate = await Gate.before(host);
  onTestFinished(() => gate.shut());
  return gate;
}

function openAt(emulatorHost: string) {
  const projectId = `demo-${crypto.randomUUID()}`;
  const store = openFirestore({ projectId, emulatorHost }, console.log, { patienceMs: 1000 });
  onTestFinished(() => store.close());
  return store;
}
