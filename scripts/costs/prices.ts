/** Prices in US dollars. If you change one, change its date as well. */

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
