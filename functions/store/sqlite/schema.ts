import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../port.ts';

/** The version of the schema below. Raise it with each change: a file of another version isn't opened. */
const version = 15;

/** Makes the tables of a new file. */
export function prepareSchema(database: DatabaseSync): void {
  if (versionOf(database) === version) return;
  // Two processes may open a new file at once: the second one waits here, and finds it done.
  database.exec('BEGIN IMMEDIATE');
  try {
    const found = versionOf(database);
    if (found !== 0 && found !== version) throw new StoreUnavailable(sentence(database, found));
    if (found === 0) database.exec(`${schema} PRAGMA user_version = ${version};`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function sentence(database: DatabaseSync, found: number): string {
  const file = database.location() ?? 'The database';
  return found > version
    ? `${file} was written by a newer version of this site: use that version, or set DATA_DIR to another folder.`
    : `${file} was written by an older version of this site: to keep its leads, run "npm run export" with that version, move the file away, and run "npm run import" with this one; otherwise just delete it.`;
}

/** Columns are read out of the JSON record. */
const schema = `
  -- The full-text index gives rows by number. So that these are the newest first, a number's upper 32
  -- bits are the minute in which the lead came; 21 bits follow, the most that a double can hold.
  CREATE TABLE submissions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL CHECK (json_valid(record)),
    -- The engine writes it with the record, since SQLite can't read phone numbers.
    phone_folded TEXT,
    created_at TEXT NOT NULL AS (record ->> '$.created_at'),
    industry TEXT NOT NULL AS (record ->> '$.industry'),
    state TEXT NOT NULL AS (record ->> '$.delivery.state'),
    next_attempt_at TEXT AS (record ->> '$.delivery.next_attempt_at'),
    email_folded TEXT AS (lower(trim(record ->> '$.email'))),
    campaign TEXT AS (record ->> '$.attribution.utm_campaign'),
    test INTEGER AS (record ->> '$.test'),
    -- Null if the record has no such field.
    archived INTEGER AS (record ->> '$.archived'),
    undelivered_since TEXT AS (
      CASE WHEN state IN ('pending', 'failed') AND test IS NULL
        THEN coalesce(record ->> '$.delivery.since', created_at) END
    ),
    -- The state of a lead that lists show: no trial lead, and none that was put away.
    listed_as TEXT AS (CASE WHEN test IS NULL AND archived IS NOT 1 THEN state END),
    waiting INTEGER AS (listed_as <> 'held' AND json_type(record, '$.answered') IS 'null'),
    -- Held leads of people on the do-not-contact list await no decision.
    undecided INTEGER
      AS (listed_as = 'held' AND instr(record ->> '$.delivery.reasons', '"do_not_contact"') = 0)
  ) STRICT;
  CREATE INDEX listed ON submissions (created_at DESC, id DESC) WHERE listed_as <> 'held';
  CREATE INDEX listed_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE listed_as <> 'held';
  CREATE INDEX by_state ON submissions (listed_as, created_at DESC, id DESC);
  CREATE INDEX by_state_and_industry
    ON submissions (listed_as, industry, created_at DESC, id DESC);
  CREATE INDEX by_campaign ON submissions (campaign, created_at DESC, id DESC)
    WHERE campaign IS NOT NULL;
  CREATE INDEX waiting ON submissions (created_at DESC, id DESC) WHERE waiting = 1;
  CREATE INDEX waiting_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE waiting = 1;
  CREATE INDEX archived ON submissions (created_at DESC, id DESC) WHERE archived = 1;
  CREATE INDEX undecided ON submissions (created_at) WHERE undecided = 1;
  CREATE INDEX due ON submissions (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX undelivered ON submissions (undelivered_since) WHERE undelivered_since IS NOT NULL;
  CREATE INDEX tests ON submissions (created_at) WHERE test = 1;
  CREATE INDEX by_age ON submissions (created_at);
  CREATE INDEX by_email ON submissions (email_folded, created_at DESC, id DESC);
  CREATE INDEX by_phone ON submissions (phone_folded, created_at DESC, id DESC)
    WHERE phone_folded IS NOT NULL;

  -- The words come folded and split: nothing but a blank divides them.
  CREATE VIRTUAL TABLE search USING fts5 (
    words,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'",
    prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20',
    detail = none,
    columnsize = 0
  );
  CREATE TRIGGER search_forgets AFTER DELETE ON submissions
    BEGIN DELETE FROM search WHERE rowid = old.number; END;

  -- How often leads have changed in any way.
  CREATE TABLE changes (count INTEGER NOT NULL) STRICT;
  INSERT INTO changes VALUES (0);
  CREATE TRIGGER created AFTER INSERT ON submissions WHEN new.test IS NULL
    BEGIN UPDATE changes SET count = count + 1; END;
  CREATE TRIGGER changed AFTER UPDATE OF record ON submissions WHEN new.test IS NULL
    BEGIN UPDATE changes SET count = count + 1; END;
  CREATE TRIGGER erased AFTER DELETE ON submissions WHEN old.test IS NULL
    BEGIN UPDATE changes SET count = count + 1; END;

  -- Later leads of the same person name the earlier ones; an erased lead is named no more.
  CREATE TABLE earlier_leads (
    id TEXT NOT NULL,
    named_by TEXT NOT NULL,
    PRIMARY KEY (id, named_by)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX named_by ON earlier_leads (named_by);
  CREATE TRIGGER earlier_named AFTER INSERT ON submissions BEGIN
    INSERT OR IGNORE INTO earlier_leads (id, named_by)
      SELECT value ->> '$.id', new.id FROM json_each(new.record, '$.earlier');
  END;
  CREATE TRIGGER earlier_forgotten AFTER DELETE ON submissions BEGIN
    UPDATE submissions SET record = json_set(record, '$.earlier', (
        SELECT json_group_array(json(value)) FROM json_each(record, '$.earlier')
          WHERE value ->> '$.id' <> old.id
      )) WHERE id IN (SELECT named_by FROM earlier_leads WHERE id = old.id);
    DELETE FROM earlier_leads WHERE id = old.id OR named_by = old.id;
  END;

  CREATE TABLE erased_submissions (
    id TEXT PRIMARY KEY,
    tombstone TEXT NOT NULL CHECK (json_valid(tombstone)),
    figures TEXT AS (tombstone ->> '$.figures'),
    day TEXT AS (figures ->> '$.day')
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX erased_by_day ON erased_submissions (day) WHERE day IS NOT NULL;

  -- Which tombstones can answer for a person.
  CREATE TABLE erased_people (
    hash TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (hash, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER erased_person AFTER INSERT ON erased_submissions BEGIN
    INSERT OR IGNORE INTO erased_people (hash, id)
      SELECT value, new.id FROM json_each(new.tombstone, '$.person');
  END;

  CREATE TABLE opt_outs (
    hash TEXT PRIMARY KEY,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE user_roles (
    user_id TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (user_id, role)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE audit_log (
    number INTEGER PRIMARY KEY,
    entry TEXT NOT NULL CHECK (json_valid(entry))
  ) STRICT;
  CREATE TABLE audit_head (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    head TEXT NOT NULL CHECK (json_valid(head))
  ) STRICT;
  CREATE TRIGGER audit_log_keeps BEFORE DELETE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'The record of actions is append-only'); END;
  CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'The record of actions is append-only'); END;

  CREATE TABLE sightings (
    key TEXT PRIMARY KEY,
    seen TEXT NOT NULL CHECK (json_valid(seen)),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX expired ON sightings (expires_at);

  CREATE TABLE watch (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    state TEXT NOT NULL CHECK (json_valid(state))
  ) STRICT;
`;
