import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../port.ts';

/** The version of the schema below. Raise it with each change: a file of another version isn't opened. */
const version = 28;

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

/** Columns are read out of the JSON value, unless a rule makes them. */
const schema = `
  -- Leads, and the tombstones of erased ones. The full-text index gives rows by number. So that these are
  -- the newest first, a number's upper 32 bits are the minute in which the lead came; 21 bits follow, the
  -- most that a double can hold.
  CREATE TABLE submissions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL CHECK (json_valid(value)),
    -- The engine writes these with the lead: see queryFieldsOf.
    listed_as TEXT,
    undelivered_since TEXT,
    call_at TEXT,
    waiting INTEGER,
    undecided INTEGER,
    created_at TEXT AS (value ->> '$.created_at'),
    industry TEXT AS (value ->> '$.industry'),
    state TEXT AS (value ->> '$.delivery.state'),
    next_attempt_at TEXT AS (value ->> '$.delivery.next_attempt_at'),
    campaign TEXT AS (value ->> '$.attribution.utm_campaign'),
    test INTEGER AS (value ->> '$.test'),
    -- Null if the lead has no such field.
    archived INTEGER AS (value ->> '$.archived'),
    outcome TEXT AS (coalesce(value ->> '$.outcome.state', 'open')),
    won_at TEXT AS (
      CASE WHEN value ->> '$.outcome.state' = 'won' THEN value ->> '$.outcome.at' END
    ),
    day TEXT AS (value ->> '$.figures.day')
  ) STRICT;
  CREATE INDEX listed ON submissions (created_at DESC, id DESC) WHERE listed_as <> 'held';
  CREATE INDEX listed_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE listed_as <> 'held';
  CREATE INDEX by_state ON submissions (listed_as, created_at DESC, id DESC);
  CREATE INDEX waiting ON submissions (created_at DESC, id DESC) WHERE waiting = 1;
  CREATE INDEX calls ON submissions (call_at, id) WHERE call_at IS NOT NULL;
  CREATE INDEX archived ON submissions (created_at DESC, id DESC) WHERE archived = 1;
  CREATE INDEX undecided ON submissions (created_at, id) WHERE undecided = 1;
  CREATE INDEX due ON submissions (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX undelivered ON submissions (undelivered_since, id)
    WHERE undelivered_since IS NOT NULL;
  CREATE INDEX won ON submissions (won_at, id) WHERE won_at IS NOT NULL;
  CREATE INDEX tests ON submissions (created_at, id) WHERE test = 1;
  CREATE INDEX by_age ON submissions (created_at, id) WHERE created_at IS NOT NULL;
  CREATE INDEX held_by_age ON submissions (created_at, id) WHERE state = 'held';
  CREATE INDEX erased_by_day ON submissions (day) WHERE day IS NOT NULL;

  -- All addresses and numbers by which a lead is found.
  CREATE TABLE addresses (
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (field, value, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX addresses_of ON addresses (number);

  -- The words come folded and split: nothing but a blank divides them.
  CREATE VIRTUAL TABLE search USING fts5 (
    words,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'",
    prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20',
    detail = none,
    columnsize = 0
  );

  -- How often leads have changed in any way.
  CREATE TABLE changes (count INTEGER NOT NULL) STRICT;
  INSERT INTO changes VALUES (0);
  CREATE TRIGGER created AFTER INSERT ON submissions WHEN new.test IS NULL
    BEGIN UPDATE changes SET count = count + 1; END;
  CREATE TRIGGER changed AFTER UPDATE ON submissions WHEN new.test IS NULL
    BEGIN UPDATE changes SET count = count + 1; END;

  ${['opt_outs', 'user_roles', 'rights', 'spent', 'untold', 'watch']
    .map((it) => `CREATE TABLE ${it} (${document}) STRICT, WITHOUT ROWID;`)
    .join('\n')}

  CREATE TABLE audit_log (
    ${document},
    at TEXT AS (value ->> '$.at')
  ) STRICT;
  CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC);
  CREATE TRIGGER audit_log_keeps BEFORE DELETE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'The record of actions is append-only'); END;
  CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'The record of actions is append-only'); END;

  -- In seconds. The first hit of each key removes what no longer counts.
  CREATE TABLE sightings (
    ${document},
    expires_at REAL AS (unixepoch(value ->> '$.expires_at', 'subsec'))
  ) STRICT;
  CREATE INDEX expired ON sightings (expires_at);
  CREATE TRIGGER forgotten AFTER INSERT ON sightings BEGIN
    DELETE FROM sightings WHERE expires_at <= (new.value ->> '$.seen[#-1].at') / 1000.0;
  END;
`;
