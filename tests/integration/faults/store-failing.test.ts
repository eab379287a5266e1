import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, describe } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { openSqlite, sqliteStore } from '../../../functions/store/sqlite/engine.ts';
import {
  aSubmission,
  fromAnother,
  type Lead,
  submitting,
} from '../../support/builders/requests.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { aFolder, emulatorHost } from '../../support/worlds/each-engine.ts';
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

/** Root ignores read-only permissions, so this runs the work as an unprivileged user if we are root. */
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

test('a file that is not a database is refused and stays unchanged', async () => {
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
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);

  database.exec('PRAGMA max_page_count = 3000');
  for (const lead of refused) await expectTaken(lead, store);
});

/** Leads of all sizes, so that the disk fills once in a row and once in an index. */
async function fillUp(store: Store) {
  const accepted: string[] = [];
  const refused: Lead[] = [];
  for (let i = 0; refused.length < 20; i += 1) {
    const lead = {
      ...fromAnother(),
      name: `Dana${i} ${'abcdefgh '.repeat(i % 10)}`,
      message: 'x'.repeat((i * 97) % 1000),
    };
    const { status } = await submitContact(submitting(lead), worldWith(store));
    if (status === 201) accepted.push(lead.id);
    else {
      await expectRefused(lead, () => Promise.resolve(store));
      refused.push(lead);
    }
  }
  return { taken: accepted, refused };
}

test('a lead is refused while another program locks the file, and the inbox still works', async () => {
  const folder = await aFolder();
  const store = closing(openSqlite(folder, console.log, 50));
  const before = aSubmission();
  await expectTaken(before, store);
  using other = new DatabaseSync(join(folder, fileName));
  other.exec('BEGIN IMMEDIATE');
  const lead = aSubmission();
  await expectRefused(lead, () => Promise.resolve(store));
  expect((await allStored(store)).map(({ id }) => id)).toEqual([before.id]);
  other.exec('COMMIT');
  await expectTaken(lead, store);
});

const open = (folder: string): Store => closing(openSqlite(folder, console.log));

function closing(store: Store): Store {
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

describe.skipIf(emulatorHost === '')('on Firestore', () => {
  const onWire = async () => {
    const wire = await FirestoreWire.open();
    onTestFinished(() => wire[Symbol.asyncDispose]());
    const place = { projectId: `demo-${crypto.randomUUID()}`, emulatorHost: wire.host };
    const store = closing(openFirestore(place, console.log, { patienceMs: 1000 }));
    await expectTaken(aSubmission(), store);
    return { wire, store, lead: aSubmission() };
  };

  test('a form is refused while the store is unreachable, and accepted afterwards', async () => {
    const { wire, store, lead } = await onWire();
    wire.fault = 'gone';
    await expectRefused(lead, () => Promise.resolve(store));
    wire.fault = undefined;
    await expectTaken(lead, store);
    expect(await allStored(store)).toHaveLength(2);
  });

  test('a lead whose write had no answer is stored once, and left to the schedule', async () => {
    const { wire, store, lead } = await onWire();
    const create = store.create.bind(store);
    store.create = (record) => {
      wire.loseAnswers(Infinity);
      return create(record);
    };
    const world = worldWith(store, { webhook: webhookAt(new URL('http://127.0.0.1:9/')) });
    const { status } = await submitContact(submitting(lead), world);
    wire.loseAnswers(0);
    store.create = create;
    expect(status).toBe(503);
    await expectTaken(lead, store, 200);
    expect(await store.due(new Date().toISOString(), 10)).toEqual([lead.id]);
  });
});
