import { erasedPeopleSchema } from './erase.ts';
import { optOutsSchema } from './opt-outs.ts';

/**
 * Each brings the file to the next version; none is ever edited. Columns are read out of the JSON record.
 */
export const migrations = [
  `
  CREATE TABLE submissions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL CHECK (json_valid(record)),
    created_at TEXT NOT NULL AS (record ->> '$.created_at'),
    industry TEXT NOT NULL AS (record ->> '$.industry'),
    state TEXT NOT NULL AS (record ->> '$.delivery.state'),
    next_attempt_at TEXT AS (record ->> '$.delivery.next_attempt_at')
  ) STRICT;
  CREATE INDEX listed ON submissions (created_at DESC, id DESC) WHERE state <> 'held';
  CREATE INDEX listed_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE state <> 'held';
  CREATE INDEX by_state ON submissions (state, created_at DESC, id DESC);
  CREATE INDEX by_state_and_industry ON submissions (state, industry, created_at DESC, id DESC);
  CREATE INDEX due ON submissions (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

  CREATE TABLE words (
    word TEXT NOT NULL,
    submission INTEGER NOT NULL REFERENCES submissions (number) ON DELETE CASCADE,
    PRIMARY KEY (word, submission)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE user_roles (
    user_id TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (user_id, role)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE submissions ADD COLUMN email_folded TEXT AS (lower(trim(record ->> '$.email')));
  CREATE INDEX by_email ON submissions (email_folded);
  CREATE INDEX by_age ON submissions (created_at);
  -- Whose words these are, for when it is erased.
  CREATE INDEX words_of ON words (submission);

  CREATE TABLE erased_submissions (
    id TEXT PRIMARY KEY,
    tombstone TEXT NOT NULL CHECK (json_valid(tombstone))
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
  `,
  `
  CREATE TABLE sightings (
    key TEXT PRIMARY KEY,
    seen TEXT NOT NULL CHECK (json_valid(seen)),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX expired ON sightings (expires_at);
  `,
  `
  ALTER TABLE submissions ADD COLUMN test INTEGER AS (record ->> '$.test');
  CREATE INDEX tests ON submissions (created_at) WHERE test = 1;
  ALTER TABLE submissions ADD COLUMN undelivered_since TEXT AS (
    CASE WHEN state IN ('pending', 'failed') AND test IS NULL
      THEN coalesce(record ->> '$.delivery.since', created_at) END
  );
  CREATE INDEX undelivered ON submissions (undelivered_since) WHERE undelivered_since IS NOT NULL;
  -- The state, where it is a lead's: tests are on no page.
  ALTER TABLE submissions ADD COLUMN listed_as TEXT AS (CASE WHEN test IS NULL THEN state END);
  DROP INDEX listed;
  DROP INDEX listed_by_industry;
  DROP INDEX by_state;
  DROP INDEX by_state_and_industry;
  CREATE INDEX listed ON submissions (created_at DESC, id DESC) WHERE listed_as <> 'held';
  CREATE INDEX listed_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE listed_as <> 'held';
  CREATE INDEX by_state ON submissions (listed_as, created_at DESC, id DESC);
  CREATE INDEX by_state_and_industry
    ON submissions (listed_as, industry, created_at DESC, id DESC);
  `,
  `
  CREATE INDEX newest_pending ON submissions (undelivered_since DESC) WHERE listed_as = 'pending';
  `,
  // The full-text index gives rows by number. So that these are the newest first, a number's upper 32
  // bits are the minute in which the lead came; 21 bits follow, the most that a double can hold.
  // The words come folded and split: nothing but a blank divides them.
  `
  CREATE VIRTUAL TABLE search USING fts5 (
    words,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'",
    prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20',
    detail = none,
    columnsize = 0
  );
  INSERT INTO search (rowid, words)
    SELECT number + (ifnull(unixepoch(created_at), 0) / 60 << 21), group_concat(word, ' ')
      FROM words JOIN submissions ON number = submission WHERE test IS NULL GROUP BY number;
  DROP TABLE words;
  UPDATE submissions SET number = number + (ifnull(unixepoch(created_at), 0) / 60 << 21);
  CREATE TRIGGER search_forgets AFTER DELETE ON submissions
    BEGIN DELETE FROM search WHERE rowid = old.number; END;
  `,
  `
  DROP INDEX listed;
  DROP INDEX listed_by_industry;
  DROP INDEX by_state;
  DROP INDEX by_state_and_industry;
  DROP INDEX newest_pending;
  ALTER TABLE submissions DROP COLUMN listed_as;
  -- Null if the record has no such field.
  ALTER TABLE submissions ADD COLUMN archived INTEGER AS (record ->> '$.archived');
  -- The state of a lead that lists show: no trial lead, and none that was put away.
  ALTER TABLE submissions ADD COLUMN listed_as TEXT
    AS (CASE WHEN test IS NULL AND archived IS NOT 1 THEN state END);
  ALTER TABLE submissions ADD COLUMN waiting INTEGER
    AS (listed_as <> 'held' AND json_type(record, '$.answered') IS 'null');
  CREATE INDEX listed ON submissions (created_at DESC, id DESC) WHERE listed_as <> 'held';
  CREATE INDEX listed_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE listed_as <> 'held';
  CREATE INDEX by_state ON submissions (listed_as, created_at DESC, id DESC);
  CREATE INDEX by_state_and_industry
    ON submissions (listed_as, industry, created_at DESC, id DESC);
  CREATE INDEX newest_pending ON submissions (undelivered_since DESC) WHERE listed_as = 'pending';
  CREATE INDEX waiting ON submissions (created_at DESC, id DESC) WHERE waiting = 1;
  CREATE INDEX waiting_by_industry ON submissions (industry, created_at DESC, id DESC)
    WHERE waiting = 1;
  CREATE INDEX archived ON submissions (created_at DESC, id DESC) WHERE archived = 1;

  -- Each lead's last change. A change of any kind gets the next number, which is never used again.
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TRIGGER created AFTER INSERT ON submissions WHEN new.test IS NULL
    BEGIN INSERT INTO changes (id) VALUES (new.id); END;
  CREATE TRIGGER changed AFTER UPDATE OF record ON submissions WHEN new.test IS NULL
    BEGIN DELETE FROM changes WHERE id = new.id; INSERT INTO changes (id) VALUES (new.id); END;
  CREATE TRIGGER erased AFTER DELETE ON submissions WHEN old.test IS NULL
    BEGIN DELETE FROM changes WHERE id = old.id; INSERT INTO changes (id) VALUES (old.id); END;
  `,
  `
  ALTER TABLE submissions ADD COLUMN campaign TEXT AS (record ->> '$.attribution.utm_campaign');
  CREATE INDEX by_campaign ON submissions (campaign, created_at DESC, id DESC)
    WHERE campaign IS NOT NULL;
  `,
  // The engine writes these with the record, since SQLite knows no business hours.
  `
  ALTER TABLE submissions ADD COLUMN figures TEXT;
  ALTER TABLE submissions ADD COLUMN day TEXT AS (figures ->> '$.day');
  ALTER TABLE erased_submissions ADD COLUMN figures TEXT AS (tombstone ->> '$.figures');
  ALTER TABLE erased_submissions ADD COLUMN day TEXT AS (figures ->> '$.day');
  UPDATE submissions SET figures = figures_of(record);
  CREATE INDEX by_day ON submissions (day, figures) WHERE day IS NOT NULL;
  CREATE INDEX erased_by_day ON erased_submissions (day, figures) WHERE day IS NOT NULL;
  `,
  `
  CREATE TABLE watch (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    state TEXT NOT NULL CHECK (json_valid(state))
  ) STRICT;
  `,
  // Later leads of the same person name the earlier ones; an erased lead is named no more.
  `
  ALTER TABLE submissions ADD COLUMN phone_folded TEXT;
  UPDATE submissions SET phone_folded = phone_folded_of(record ->> '$.phone') WHERE test IS NULL;
  DROP INDEX by_email;
  CREATE INDEX by_email ON submissions (email_folded, created_at DESC, id DESC);
  CREATE INDEX by_phone ON submissions (phone_folded, created_at DESC, id DESC)
    WHERE phone_folded IS NOT NULL;
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
  `,
  optOutsSchema,
  erasedPeopleSchema,
];
