/**
 * Every figure that the bench prints. They are apart from the measuring, so that a test can compare
 * docs/figures.md with them.
 */
import { adminPaths, staffPaths } from '../../src/shared/staff-paths.ts';
import { publicPaths, readingPaths, unknownPath } from '../../tests/support/pages/routes.ts';
import { budgets } from './budgets.ts';
import { count, type Figure, type Figures } from './format.ts';
import {
  bundleFigures,
  draining,
  inboxFigures,
  startFigures,
  submittingFigures,
} from './function-figures.ts';

export const visitorPaths = [...publicPaths, '/auth', unknownPath] as const;
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

export const blockingFigures = {
  blocking: {
    name: 'Lighthouse, mobile: total blocking time, the longest of the public pages',
    unit: 'ms',
    budget: budgets.blockingTime,
  },
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

const nextPage = 'from a click to the first paint of the next page';
export const navigationFigures = {
  prerendered: { name: `${nextPage}, prerendered`, unit: 'ms', budget: budgets.nextPage },
  plain: { name: `${nextPage}, loaded after the click`, unit: 'ms' },
} satisfies Figures<string>;

function shift(where: string): Figure {
  return { name: `${where}: layout shift`, unit: '', decimals: 3, budget: budgets.layoutShift };
}

/** All figures, in the order in which they are printed. */
export const declared: readonly Figure[] = [
  ...[...visitorPaths, ...adminPaths].map(pageFigures),
  siteFigures,
  hydrationFigures,
  growthFigures,
  lighthouseFigures,
  blockingFigures,
  paintFigures,
  navigationFigures,
  submittingFigures,
  draining,
  ...Object.values(inboxFigures),
  ...Object.values(startFigures),
  bundleFigures,
].flatMap((it) => Object.values<Figure>(it));
