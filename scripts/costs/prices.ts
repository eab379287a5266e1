/** US dollars. Whoever finds one changed puts the new one in, with its date. */

/**
 * Firestore, in the location that firebase-tools proposes (nam5, several regions). A single region,
 * as us-central1, costs about half. Google's page fills its price list in by script; the date is that
 * of the last copy found with the list in it. The quota is that of today's page.
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
  /** A month. */
  dollars: number;
  credits: number;
  /** What more of them can be bought in. */
  pack?: { dollars: number; credits: number };
}

const plans: readonly Plan[] = [
  { name: 'Free', dollars: 0, credits: 300 },
  { name: 'Personal', dollars: 9, credits: 1000, pack: { dollars: 5, credits: 500 } },
  { name: 'Pro', dollars: 20, credits: 3000, pack: { dollars: 10, credits: 1500 } },
];

/** Of Netlify's pricing page. A site whose credits are used up is stopped. */
export const netlify = {
  asOf: '2026-10-10',
  credits: { perDeploy: 15, perGbHour: 10, perGb: 20, per10kRequests: 2 },
  /** A function has one GB unless somebody asks for more. */
  functionGb: 1,
  plans,
} as const;
