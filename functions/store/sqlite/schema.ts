import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '../engine.ts';
import { StoreUnavailable } from '../port.ts';

/** Raise the version with each change of a table. A file of another version isn't opened. */
const version = 31;

export function prepareSchema(database: DatabaseSync): void {
  if (versionOf(database) !== version) createTables(database);
  database.exec(indexes);
}

function createTables(database: DatabaseSync): void {
  // Two processes may open a new file at once. The second one waits here and finds the schema.
  database.exec('BEGIN IMMEDIATE');
  try {
    const found = versionOf(database);
    if (found !== 0 && found !== version) throw new StoreUnavailable(sentence(database, found));
    if (found === 0) database.exec(`${tables} PRAGMA user_version = ${version};`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

function sentence(database: DatabaseSync, found: number): string {
  const file = database.location() ?? 'The database';
  return found > version
    ? `${file} was written by a newer version of this site: use that version, or set DATA_DIR to another folder.`
    : `${file} was written by an older version of this site: to keep its leads, run "npm run export" with that version, move the file away, and run "npm run import" with this one; otherwise just delete it.`;
}

const document = 'id TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))';

const collections: Exclude<Collection, 'submissions'>[] = [
  'audit_log',
  'browser_reports',
  'opt_outs',
  'outbox',
  'rehearsal',
  'sightings',
  'spent',
  'user_roles',
  'watch',
];

/** Each collection is a table of JSON documents. A lead also has the fields for queries (`queryFieldsOf`). */
const tables = `
  CREATE TABLE submissions (${document}, fields TEXT) STRICT;

  -- How often leads have changed.
  CREATE TABLE changes (count INTEGER NOT NULL) STRICT;
  INSERT INTO changes VALUES (0);

  ${collections.map((name) => `CREATE TABLE ${name} (${document}) STRICT;`).join('\n')}
`;

/** A query uses an index only if it has the same expression. A search scans all leads: it has no index. */
const indexes = `
  CREATE INDEX IF NOT EXISTS by_age ON submissions (value ->> '$.created_at', id);
  CREATE INDEX IF NOT EXISTS due ON submissions (value ->> '$.delivery.next_attempt_at', id);

  -- Of the few leads that have the field.
  CREATE INDEX IF NOT EXISTS awaiting ON submissions (fields ->> '$.awaits', value ->> '$.created_at', id)
    WHERE fields ->> '$.awaits' IS NOT NULL;
  CREATE INDEX IF NOT EXISTS to_call ON submissions (fields ->> '$.call_at', id)
    WHERE fields ->> '$.call_at' IS NOT NULL;
  CREATE INDEX IF NOT EXISTS undelivered ON submissions (fields ->> '$.undelivered_since', id)
    WHERE fields ->> '$.undelivered_since' IS NOT NULL;
`;
