/** The migrations about people who are known by their keyed hashes only. `schema.ts` has their order. */

/** Held leads of people on the do-not-contact list await no decision. */
export const optOutsSchema = `
  CREATE TABLE opt_outs (
    hash TEXT PRIMARY KEY,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE submissions ADD COLUMN undecided INTEGER
    AS (listed_as = 'held' AND instr(record ->> '$.delivery.reasons', '"do_not_contact"') = 0);
  CREATE INDEX undecided ON submissions (created_at) WHERE undecided = 1;
  `;

/** Which tombstones can answer for a person. */
export const erasedPeopleSchema = `
  CREATE TABLE erased_people (
    hash TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (hash, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER erased_person AFTER INSERT ON erased_submissions BEGIN
    INSERT OR IGNORE INTO erased_people (hash, id)
      SELECT value, new.id FROM json_each(new.tombstone, '$.person');
  END;
  `;
