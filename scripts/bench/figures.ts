/**
 * Every figure that the bench prints, with its budget. They are apart from the measuring, so that a test
 * can compare docs/figures.md with them.
 */
import { adminPaths } from '../../src/shared/staff-paths.ts';
import { publicPaths, readingPaths, unknownPath } from '../../tests/support/pages/routes.ts';
import type { Budget, Figure, Figures } from './format.ts';

const atMost = (value: number): Budget => ({ direction: 'at most', value });
const atMostKb = (amount: number): Budget => atMost(amount * 1024);
const count = (number: number): string => number.toLocaleString('en-US');

/** Ten segments of 1,460 bytes minus headers: the first round trip brings the whole page. */
const html = atMostKb(13.5);

/** A first visit with an empty cache, to the pages with islands. In KB. */
const totals: Readonly<Record<string, number>> = {
  '/': 21,
  '/pricing': 19,
  '/contact': 20,
  '/tree-service': 22,
};

const island = { untouched: 3, touched: 75 };
/**
 * All script that a page runs, in KB: before any interaction, and after everything is touched. React's
 * client is 58 KB of it, and Firebase Auth 23 KB.
 */
const scripts: Readonly<Record<string, typeof island>> = {
  '/': island,
  '/pricing': island,
  '/contact': island,
  '/tree-service': island,
  '/auth': { untouched: 35, touched: 35 },
  '/admin': { untouched: 120, touched: 120 },
  '/admin/audit': { untouched: 120, touched: 120 },
  '/admin/report': { untouched: 130, touched: 130 },
};

export const visitorPaths = [...publicPaths, '/auth', unknownPath] as const;
export const isOnlyRead = (path: string) => readingPaths.some((it) => it === path);

export function pageFigures(
  path: string,
): Partial<Figures<'html' | 'untouched' | 'touched' | 'total'>> {
  const page = path === unknownPath ? '404' : `\`${path}\``;
  const script = scripts[path];
  const total = totals[path];
  return {
    html: { name: `${page}: HTML with its styles`, unit: 'KB', budget: html },
    ...(script && {
      untouched: {
        name: `${page}: script, before anything is touched`,
        unit: 'KB',
        budget: atMostKb(script.untouched),
      },
      touched: {
        name: `${page}: script, once everything is touched`,
        unit: 'KB',
        budget: atMostKb(script.touched),
      },
    }),
    total: {
      name: `${page}: all of a first visit`,
      unit: 'KB',
      budget: total === undefined ? undefined : atMostKb(total),
    },
  };
}

/** Each is measured on every page; the worst one counts. */
export const siteFigures = {
  font: { name: 'any page: a font file', unit: 'KB', budget: atMostKb(30) },
  fontFiles: { name: 'any page: font files', unit: '', budget: atMost(1) },
  fileScript: {
    name: 'any public page: script from files, before anything is touched',
    unit: 'bytes',
    budget: atMost(0),
  },
  /** Uncompressed. */
  inlineScript: {
    name: 'any page that is only read: script in the page',
    unit: 'bytes',
    budget: atMost(1024),
  },
} satisfies Figures;

const painted = (which: string): Figure => ({
  name: `any public page: ${which} paint on a slow phone, against an empty page`,
  unit: 'times',
  budget: atMost(1.2),
});
export const paintFigures = {
  first: painted('first'),
  largest: painted('largest'),
  empty: { name: 'an empty page: first paint on a slow phone', unit: 'ms' },
} satisfies Figures;

export const rowsInInbox = 1000;
export const firstRowFigures = {
  row: { name: `inbox with ${count(rowsInInbox)} leads: first row on a slow phone`, unit: 'ms' },
} satisfies Figures;

export const backlog = 20_000;
/** How much of a long backlog one run of the schedule delivers. A run starts each minute. */
const drained = (which: string): Figure => ({
  name: `${count(backlog)} pending leads on SQLite, ${which}: delivered`,
  unit: 'a minute',
  budget: { direction: 'at least', value: 2500 },
});
export const drainFigures = {
  plain: drained('the webhook answers in 300 ms'),
  behindHanging: drained('ten of them hang first'),
} satisfies Figures;

export const inboxSizes = { few: 1000, many: 100_000 } as const;
const { few, many } = inboxSizes;
const inbox = (question: string, growth: number): Figures<'growth' | 'few' | 'many'> => ({
  growth: {
    name: `inbox, ${question}: ${count(many)} submissions against ${count(few)}`,
    unit: 'times',
    budget: atMost(growth),
  },
  few: { name: `inbox, ${question}: of ${count(few)}, median`, unit: 'ms', decimals: 2 },
  many: { name: `inbox, ${question}: of ${count(many)}, median`, unit: 'ms', decimals: 2 },
});
export const inboxFigures = {
  first: inbox('first page', 2),
  deep: inbox('deep page', 2),
  industry: inbox('first page of an industry', 2),
  waiting: inbox('first page of those who wait', 2),
  look: inbox('look when nothing changed', 2),
  one: inbox('search for one lead', 3),
  name: inbox('search for a name that many have', 3),
  words: inbox('search for two words that many have', 3),
};

const start = (engine: string): Figures<'first' | 'gain' | 'second' | 'memory'> => ({
  first: { name: `\`submit-contact\` from nothing on ${engine}: first lead`, unit: 'ms' },
  gain: {
    name: `\`submit-contact\` from nothing on ${engine}: first lead, against Netlify’s own packing`,
    unit: 'times',
    budget: atMost(0.6),
  },
  second: { name: `\`submit-contact\` from nothing on ${engine}: second lead`, unit: 'ms' },
  memory: { name: `\`submit-contact\` from nothing on ${engine}: memory`, unit: 'MB' },
});
export const startFigures = { sqlite: start('SQLite'), firestore: start('Firestore') };
export const bundleFigures = {
  zipped: { name: '`submit-contact`: its bundle, zipped', unit: 'KB', budget: atMostKb(2 * 1024) },
  unpacked: { name: '`submit-contact`: its bundle, unpacked', unit: 'KB' },
} satisfies Figures;

/** All figures, in the order in which they are printed. */
export const declared: readonly Figure[] = [
  ...[...visitorPaths, ...adminPaths].map(pageFigures),
  siteFigures,
  paintFigures,
  firstRowFigures,
  drainFigures,
  ...Object.values(inboxFigures),
  ...Object.values(startFigures),
  bundleFigures,
].flatMap((it) => Object.values<Figure>(it));
