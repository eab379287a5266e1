/** What Firestore bills for one operation of the site. */
export interface Billed {
  reads: number;
  writes: number;
  /** Including the deletes that Firestore makes when a document expires. */
  deletes: number;
}

const billed = (reads: number, writes = 0, deletes = 0): Billed => ({ reads, writes, deletes });

/**
 * tests/integration/store/costs.test.ts counts these on the wire, so a change that costs more or less
 * must be entered here. A query that finds nothing is billed as one read.
 */
export const operations = {
  'a lead, delivered at once': billed(4, 4, 1),
  'a lead with a message of 60 characters or more': billed(5, 5, 2),
  'the same lead sent again': billed(1),
  'a lead held as spam': billed(2, 2, 1),
  'a minute with nothing to deliver': billed(1),
  'a minute with one to deliver': billed(3, 2),
  'an hour with no old trial leads': billed(1),
  'a reading of /api/health': billed(2),
  'an hour with nothing to erase': billed(1),
  'an admin opens the inbox': billed(1),
  'the inbox: its first page, and each refresh': billed(53),
  'the inbox: each further page': billed(202),
  'a lead that an admin resends': billed(5, 4),
} satisfies Record<string, Billed>;

export type Operation = keyof typeof operations;

/** A lead with its index entries, by Firestore's rules for sizes. */
export const bytesPerLead = 30_000;
