/**
 * What the bench holds the site to: sizes in bytes as they travel (text by brotli, the rest as it
 * is), times in milliseconds.
 */
export interface Budget {
  direction: 'at most' | 'at least';
  value: number;
}

const atMost = (value: number): Budget => ({ direction: 'at most', value });
const atLeast = (value: number): Budget => ({ direction: 'at least', value });
const atMostKb = (amount: number): Budget => atMost(amount * 1024);

export const budgets = {
  /** Ten segments of 1,460 bytes less headers: the page is whole after the first round trip. */
  html: atMostKb(13.5),
  fontFiles: atMost(1),
  font: atMostKb(30),
  /** First visit with an empty cache. */
  homeTotal: atMostKb(50),
  /** Of pages that are only read, as the engine reads it. */
  fileScript: atMost(0),
  inlineScript: atMost(1024),
  /**
   * All script that a page with islands or for staff runs, compressed: before anything is touched,
   * and once it was scrolled to its end. React's client alone is 58 KB, so home's first figure
   * leaves it no room.
   */
  script: {
    '/': { untouched: atMostKb(3), scrolled: atMostKb(70) },
    '/contact': { untouched: atMostKb(75), scrolled: atMostKb(75) },
    // Firebase Auth is 23 KB of it.
    '/auth': { untouched: atMostKb(35), scrolled: atMostKb(35) },
    '/admin': { untouched: atMostKb(120), scrolled: atMostKb(120) },
    '/admin/audit': { untouched: atMostKb(120), scrolled: atMostKb(120) },
  } as Readonly<Record<string, { untouched: Budget; scrolled: Budget }>>,
  /** The contact page's longest task, as a multiple of that of a page with one empty island. */
  longestTask: atMost(1.5),
  layoutShift: atMost(0),
  /** Milliseconds that each further industry page may add to a build. */
  buildPerPage: atMost(10),
  lighthouse: atLeast(100),
  /** How many times as long a page of the inbox may take with 100,000 submissions as with 1,000. */
  inboxGrowth: atMost(2),
  /** The bundle of submit-contact as it is uploaded. */
  bundle: atMostKb(5 * 1024),
} as const;

/** The lightest Astro template measured under the same rules, for comparison; in KB. */
export const reference = { name: 'Astroship', homeTotal: 83, beforeFirstPaint: 13.8 };
