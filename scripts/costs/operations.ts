/** Counts what Firestore bills for one operation of the site. */
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
  'a lead, delivered at once': billed(7, 4, 1),
  'a lead with a message of 60 characters or more': billed(8, 5, 2),
  'the same lead sent again': billed(1),
  'a lead held as spam': billed(5, 2, 1),
  'a minute with nothing to deliver': billed(1),
  'a minute with one to deliver': billed(3, 2),
  'a minute of the watch': billed(1),
  'every five minutes, with a look for trouble': billed(7, 1),
  'an hour with no old trial leads': billed(1),
  'a reading of /api/health': billed(5),
  'a reading of /api/alerts': billed(4),
  'an hour with nothing to erase': billed(1),
  'an admin opens the inbox': billed(1),
  'the inbox: its first page': billed(54),
  'the inbox: a look when nothing changed': billed(2),
  'the inbox: a look when one lead came': billed(3),
  'the inbox: each further page': billed(202),
  'the inbox: a lead’s panel': billed(2),
  /** Of three leads. It ended long ago, and nobody has looked at it. */
  'the report of a month': billed(8, 1),
  'a lead that an admin resends': billed(5, 4),
  'a lead that an admin answers': billed(2, 1),
} satisfies Record<string, Billed>;

/** One visit. tests/integration/canary/canary.test.ts counts it. */
export const canaryVisit = billed(7, 6, 2);

export type Operation = keyof typeof operations;

/** A lead with its index entries, by Firestore's rules for sizes. */
export const bytesPerLead = 30_000;

// Prices are in US dollars. If you change one, change its date as well.

/**
 * Firestore, in the location that firebase-tools proposes (nam5, several regions). A single region,
 * such as us-central1, costs about half. Google's page loads its price list by script, so the date is
 * that of the last archived copy with prices. The free quota is from the current page.
 */
export const firestore = {
  asOf: '2020-02',
  freePerDay: { reads: 50_000, writes: 20_000 },
  per100k: { reads: 0.06, writes: 0.18, deletes: 0.02 },
  freeGib: 1,
  perGib: 0.18,
} as const;

interface Plan {
  name: string;
  /** Per month. */
  dollars: number;
  credits: number;
  /** Additional credits are sold in packs. */
  pack?: { dollars: number; credits: number };
}

const plans: readonly Plan[] = [
  { name: 'Free', dollars: 0, credits: 300 },
  { name: 'Personal', dollars: 9, credits: 1000, pack: { dollars: 5, credits: 500 } },
  { name: 'Pro', dollars: 20, credits: 3000, pack: { dollars: 10, credits: 1500 } },
];

/** From Netlify's pricing page. Netlify stops a site that has used up its credits. */
export const netlify = {
  asOf: '2026-10-10',
  credits: { perDeploy: 15, perGbHour: 10, perGb: 20, per10kRequests: 2 },
  /** The default memory of a function. */
  functionGb: 1,
  plans,
} as const;
