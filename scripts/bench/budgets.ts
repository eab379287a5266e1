/**
 * The budgets that the bench checks. Sizes are bytes on the wire (text after brotli), times are
 * milliseconds.
 */
export interface Budget {
  direction: 'at most' | 'at least';
  value: number;
}

const atMost = (value: number): Budget => ({ direction: 'at most', value });
const atLeast = (value: number): Budget => ({ direction: 'at least', value });
const atMostKb = (amount: number): Budget => atMost(amount * 1024);

export const budgets = {
  /** Ten segments of 1,460 bytes minus headers: the first round trip brings the whole page. */
  html: atMostKb(13.5),
  fontFiles: atMost(1),
  font: atMostKb(30),
  /** A first visit with an empty cache, to the pages with islands. */
  total: {
    '/': atMostKb(21),
    '/pricing': atMostKb(19),
    '/contact': atMostKb(20),
    '/tree-service': atMostKb(22),
  } as Readonly<Record<string, Budget>>,
  /** On every public page, before anything is touched. */
  fileScript: atMost(0),
  /** On pages without islands, uncompressed. */
  inlineScript: atMost(1024),
  /**
   * All script that a page with islands or for staff runs, compressed: before any interaction, and
   * after everything is touched. React's client is 58 KB of it.
   */
  script: {
    '/': { untouched: atMostKb(3), touched: atMostKb(75) },
    '/pricing': { untouched: atMostKb(3), touched: atMostKb(75) },
    '/contact': { untouched: atMostKb(3), touched: atMostKb(75) },
    '/tree-service': { untouched: atMostKb(3), touched: atMostKb(75) },
    // Firebase Auth is 23 KB of it.
    '/auth': { untouched: atMostKb(35), touched: atMostKb(35) },
    '/admin': { untouched: atMostKb(120), touched: atMostKb(120) },
    '/admin/audit': { untouched: atMostKb(120), touched: atMostKb(120) },
    '/admin/report': { untouched: atMostKb(130), touched: atMostKb(130) },
  } as Readonly<Record<string, { untouched: Budget; touched: Budget }>>,
  /** The time of a first touch on /contact, divided by that on a page with one empty island. */
  hydrating: atMost(1.3),
  longestTask: atMost(1.5),
  /** Milliseconds from the first tap to the next frame, with the processor slowed. */
  tap: atMost(200),
  layoutShift: atMost(0),
  /** First and largest paint of any public page, divided by an empty page's first paint. */
  paint: atMost(1.2),
  /** Milliseconds from a click to the first paint of a page that the browser has prerendered. */
  nextPage: atMost(100),
  /** Milliseconds of each public page, on Lighthouse's slow phone. */
  blockingTime: atMost(0),
  /** Milliseconds that each additional industry page may add to a build. */
  buildPerPage: atMost(10),
  lighthouse: atLeast(100),
  /** How much of a long backlog one run of the schedule delivers. A run starts each minute. */
  drained: atLeast(2500),
  /** After how many runs a new lead is retried, whatever the backlog. */
  runsUntilRetried: atMost(2),
  /** The time for a page of the inbox with 100,000 leads, divided by the time with 1,000. */
  inboxGrowth: atMost(2),
  searchGrowth: atMost(3),
  /** The first lead of a new process, divided by that of the function as Netlify packs it by itself. */
  firstLead: atMost(0.6),
  /** The bundle of submit-contact as it is uploaded. */
  bundle: atMostKb(2 * 1024),
} as const;

/** For comparison, the lightest Astro template measured under the same rules; in KB and ms. */
export const reference = {
  name: 'Astroship',
  homeTotal: 83,
  beforeFirstPaint: 13.8,
  firstPaint: 1457,
  largestPaint: 1623,
};
