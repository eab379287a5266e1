/** The figures of the functions and the store; those of the pages are in figures.ts. */
import { budgets, type Budget } from './budgets.ts';
import { count, type Figure, type Figures } from './format.ts';

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
  name: `${count(backlog)} pending leads on SQLite, ${which}: delivered`,
  unit: 'a minute',
  budget: budgets.drained,
});
export const draining = {
  plain: drained('the webhook answers in 300 ms'),
  behindHanging: drained('ten of them hang first'),
  runs: {
    name: `${count(backlog)} pending leads on SQLite: until a new lead is retried`,
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
  waiting: inbox('first page of those who wait', budgets.inboxGrowth),
  look: inbox('look when nothing changed', budgets.inboxGrowth),
  one: inbox('search for one lead', budgets.searchGrowth),
  name: inbox('search for a name that many have', budgets.searchGrowth),
  words: inbox('search for two words that many have', budgets.searchGrowth),
};

const start = (engine: string): Figures<'first' | 'gain' | 'second' | 'memory'> => ({
  first: { name: `\`submit-contact\` from nothing on ${engine}: first lead`, unit: 'ms' },
  gain: {
    name: `\`submit-contact\` from nothing on ${engine}: first lead, against Netlify’s own packing`,
    unit: 'times',
    budget: budgets.firstLead,
  },
  second: { name: `\`submit-contact\` from nothing on ${engine}: second lead`, unit: 'ms' },
  memory: { name: `\`submit-contact\` from nothing on ${engine}: memory`, unit: 'MB' },
});
export const startFigures = { sqlite: start('SQLite'), firestore: start('Firestore') };
export const bundleFigures = {
  zipped: { name: '`submit-contact`: its bundle, zipped', unit: 'KB', budget: budgets.bundle },
  unpacked: { name: '`submit-contact`: its bundle, unpacked', unit: 'KB' },
} satisfies Figures<string>;
