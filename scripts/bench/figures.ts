/** Every figure that the bench prints. They are apart from the measuring, so that a test can compare docs/figures.md with them. */
import {
  publicPaths,
  readingPaths,
  staffPaths,
  unknownPath,
} from '../../tests/support/pages/routes.ts';
import { budgets, type Budget } from './budgets.ts';
import type { Figure } from './format.ts';

type Figures<Key extends string> = Record<Key, Figure>;

export const visitorPaths = [...publicPaths, '/auth', unknownPath] as const;
/** Only an admin sees these; the bench uses one with an empty inbox. */
export const adminPaths = ['/admin', '/admin/audit'] as const;
export const isOnlyRead = (path: string) => readingPaths.some((it) => it === path);
export const isForStaff = (path: string) => staffPaths.some((it) => it === path);
const shown = (path: string) => (path === unknownPath ? '404' : `\`${path}\``);

export const pageFigures = (
  path: string,
): Partial<Figures<'html' | 'untouched' | 'touched' | 'total'>> => ({
  html: { name: `${shown(path)}: HTML with its styles`, unit: 'KB', budget: budgets.html },
  ...(!isOnlyRead(path) && {
    untouched: {
      name: `${shown(path)}: script, before anything is touched`,
      unit: 'KB',
      budget: budgets.script[path]?.untouched,
    },
    touched: {
      name: `${shown(path)}: script, once everything is touched`,
      unit: 'KB',
      budget: budgets.script[path]?.touched,
    },
  }),
  total: {
    name: `${shown(path)}: all of a first visit`,
    unit: 'KB',
    budget: budgets.total[path],
  },
});

/** Each is measured on every page; the worst one counts. */
export const siteFigures = {
  font: { name: 'any page: a font file', unit: 'KB', budget: budgets.font },
  fontFiles: { name: 'any page: font files', unit: '', budget: budgets.fontFiles },
  publicShift: shift('any public page'),
  staffShift: shift('any page for staff'),
  fileScript: {
    name: 'any public page: script from files, before anything is touched',
    unit: 'bytes',
    budget: budgets.fileScript,
  },
  inlineScript: {
    name: 'any page that is only read: script in the page',
    unit: 'bytes',
    budget: budgets.inlineScript,
  },
} satisfies Figures<string>;

/** The bench slows the processor this many times to stand in for a phone. */
export const slowdown = 4;
const slow = `the processor slowed ${slowdown} times`;
export const hydrationFigures = {
  ratio: {
    name: '`/contact`: from a touch to hydrated, against a page with one empty island',
    unit: 'times',
    budget: budgets.hydrating,
  },
  contact: { name: `\`/contact\`: from a touch to hydrated, ${slow}`, unit: 'ms' },
  empty: { name: `one empty island: from a touch to hydrated, ${slow}`, unit: 'ms' },
  task: {
    name: '`/contact`: longest task of a touch, against a page with one empty island',
    unit: 'times',
    budget: budgets.longestTask,
  },
  tap: { name: `\`/contact\`: answer to the first tap, ${slow}`, unit: 'ms', budget: budgets.tap },
} satisfies Figures<string>;

export const moreIndustries = 1000;
export const growthFigures = {
  each: {
    name: `a build, for each of ${count(moreIndustries)} more industry pages`,
    unit: 'ms',
    decimals: 1,
    budget: budgets.buildPerPage,
  },
} satisfies Figures<string>;

const lowest = (category: string): Figure => ({
  name: `Lighthouse, mobile: ${category}, the lowest of the public pages`,
  unit: 'points',
  budget: budgets.lighthouse,
});
export const lighthouseFigures = {
  performance: lowest('performance'),
  accessibility: lowest('accessibility'),
  'best-practices': lowest('best practices'),
  seo: lowest('SEO'),
} satisfies Figures<string>;

const painted = (which: string): Figure => ({
  name: `any public page: ${which} paint on a slow phone, against an empty page`,
  unit: 'times',
  budget: budgets.paint,
});
export const paintFigures = {
  first: painted('first'),
  largest: painted('largest'),
  empty: { name: 'an empty page: first paint on a slow phone', unit: 'ms' },
} satisfies Figures<string>;

export const together = 50;
export const submittingFigures = {
  median: { name: '`submit-contact` on SQLite: a lead, median', unit: 'ms', decimals: 2 },
  slow: { name: '`submit-contact` on SQLite: a lead, 99th percentile', unit: 'ms', decimals: 2 },
  single: { name: '`submit-contact` on SQLite: leads, one after the other', unit: 'a second' },
  together: {
    name: `\`submit-contact\` on SQLite: leads, ${together} at once`,
    unit: 'a second',
  },
} satisfies Figures<string>;

export const backlog = 20_000;
const drained = (which: string): Figure => ({
  name: `${count(backlog)} waiting leads on SQLite, ${which}: delivered`,
  unit: 'a minute',
  budget: budgets.drained,
});
export const draining = {
  plain: drained('the webhook answers in 300 ms'),
  behindHanging: drained('ten of them hang first'),
  runs: {
    name: `${count(backlog)} waiting leads on SQLite: until a new lead is retried`,
    unit: 'runs',
    budget: budgets.runsUntilRetried,
  },
} satisfies Figures<string>;

export const inboxSizes = { few: 1000, many: 100_000 } as const;
const { few, many } = inboxSizes;
const inbox = (question: string, budget?: Budget): Figures<'growth' | 'few' | 'many'> => ({
  growth: {
    name: `inbox, ${question}: ${count(many)} submissions against ${count(few)}`,
    unit: 'times',
    budget,
  },
  few: { name: `inbox, ${question}: of ${count(few)}, median`, unit: 'ms', decimals: 2 },
  many: { name: `inbox, ${question}: of ${count(many)}, median`, unit: 'ms', decimals: 2 },
});
export const inboxFigures = {
  first: inbox('first page', budgets.inboxGrowth),
  deep: inbox('deep page', budgets.inboxGrowth),
  industry: inbox('first page of an industry', budgets.inboxGrowth),
  one: inbox('search for one lead', budgets.searchGrowth),
  name: inbox('search for a name that many have', budgets.searchGrowth),
  words: inbox('search for two words that many have', budgets.searchGrowth),
};

const start = (engine: string): Figures<'first' | 'second' | 'memory'> => ({
  first: { name: `\`submit-contact\` from nothing on ${engine}: first lead`, unit: 'ms' },
  second: { name: `\`submit-contact\` from nothing on ${engine}: second lead`, unit: 'ms' },
  memory: { name: `\`submit-contact\` from nothing on ${engine}: memory`, unit: 'MB' },
});
export const startFigures = { sqlite: start('SQLite'), firestore: start('Firestore') };
export const bundleFigures = {
  zipped: { name: '`submit-contact`: its bundle, zipped', unit: 'KB', budget: budgets.bundle },
  unpacked: { name: '`submit-contact`: its bundle, unpacked', unit: 'KB' },
} satisfies Figures<string>;

function shift(where: string): Figure {
  return { name: `${where}: layout shift`, unit: '', decimals: 3, budget: budgets.layoutShift };
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** All figures, in the order in which they are printed. */
export const declared: readonly Figure[] = [
  ...[...visitorPaths, ...adminPaths].map(pageFigures),
  siteFigures,
  hydrationFigures,
  growthFigures,
  lighthouseFigures,
  paintFigures,
  submittingFigures,
  draining,
  ...Object.values(inboxFigures),
  ...Object.values(startFigures),
  bundleFigures,
].flatMap((it) => Object.values<Figure>(it));
