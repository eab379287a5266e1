import hours from '../../site/hours.json' with { type: 'json' };
import { answerWithin, businessDayMs } from '../shared/company-time.ts';
import { lostReasons } from '../shared/follow-up-schema.ts';
import { industryLabel } from '../shared/pricing.ts';
import { answerSteps, mostInMonth, type ReportBy } from '../shared/report-schema.ts';
import { company, hoursInWords } from './company.ts';
import { duration, number } from './counted.ts';
import { panel } from './lead-panel.ts';

/** With fewer leads, percentages are meaningless, and an average needs its sum and its count beside it. */
const fewest = 20;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;

const shareOf = (part: number, whole: number): string =>
  whole === 0
    ? '–'
    : whole < fewest
      ? `${number(part)} of ${number(whole)}`
      : `${number(part)} (${percent(part, whole)})`;

const plainDollars = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: amount % 1 === 0 ? 0 : 2 });

const dollars = (amount: number): string => `$${plainDollars(amount)}`;

function each(spent: number | undefined, count: number): string {
  if (spent === undefined || count === 0) return '–';
  const average = spent / count;
  return dollars(average < 100 ? Math.round(average * 100) / 100 : Math.round(average));
}

/** An average of a few items isn't meaningful, so it is shown with the sum and the count. */
const eachOf = (spent: number | undefined, count: number): string =>
  spent === undefined || count >= fewest ? '' : `${dollars(spent)} for ${count || 'none'}`;

const sources: Readonly<Record<string, string>> = panel.sources;
const reasonNames: Readonly<Record<string, string>> = lostReasons;

/** "Price 3, Never reached 1": the most common first. */
const because = (reasons: Readonly<Record<string, number>>, most = Infinity): string =>
  Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([reason, count]) => `${reasonNames[reason] ?? lostReasons.other} ${number(count)}`)
    // Break lines only between two reasons.
    .map((it) => it.replaceAll(' ', '\u00a0'))
    .join(', ');

const steps = answerSteps.map((it) => (it === businessDayMs ? '1 day' : duration(it / 1000)));

const answered = [
  `Within ${steps[0]}`,
  ...steps.slice(1).map((it, i) => `${steps[i]} to ${it}`),
  'Later, or not yet',
];

interface RowWords {
  choice: string;
  caption: string;
  column: string;
  hint?: string;
  label: (name: string) => string;
}

const by: Record<ReportBy, RowWords> = {
  campaign: {
    choice: 'Campaign',
    caption: 'Leads by campaign',
    column: 'Source and campaign',
    hint: 'Named as in the advertisements’ links. Erased leads count under “All others”, so in older months a lead seems to cost more than it did.',
    label: (name) => name,
  },
  industry: {
    choice: 'Industry',
    caption: 'Leads by industry',
    column: 'Industry',
    label: industryLabel,
  },
  source: {
    choice: 'Source',
    caption: 'Leads by source',
    column: 'Source',
    label: (name) => sources[name] ?? name,
  },
  answered: {
    choice: 'How soon answered',
    caption: 'Leads by how soon they were answered',
    column: 'Answered',
    hint: `Only business hours count: ${hoursInWords} in ${company.city}. A day has ${hours.closes - hours.opens} of them.`,
    label: (name) => answered[Number(name)] ?? name,
  },
};

export const report = {
  title: 'Report',
  description: 'What each month brought, for staff.',
  back: 'Back to the inbox',

  months: 'Month',
  soFar: (month: string) => `${month}, so far`,
  failed: 'Error loading the report',
  retry: 'Try again',

  number,
  of: shareOf,
  dollars,
  plainDollars,
  each,
  eachOf,
  because,

  totals: {
    heading: 'In total',
    received: 'Leads received',
    firstTry: 'Delivered at the first try',
    atOnce: `Answered within ${duration(answerWithin / 1000)}`,
    eachLead: 'Cost per lead (all leads)',
    eachCustomer: 'Cost per customer (all customers)',
    notLeads: 'Not leads after all, not counted above',
    held: 'Held as spam, not counted above',
  },

  none: (month: string) => `No leads came in ${month}.`,
  noneYet: (month: string) => `No leads have come in ${month} yet.`,
  partial: `This month has more than ${number(mostInMonth)} leads. Only ${number(mostInMonth)} of them are counted here.`,

  columns: {
    leads: 'Leads',
    soon: `In ${duration(answerWithin / 1000)}`,
    won: 'Won',
    lost: 'Lost',
    because: 'Lost because',
    open: 'Open',
    amount: 'Amount',
    notLeads: 'Not a lead',
    spent: 'Spent',
    eachLead: 'Cost per lead',
    eachCustomer: 'Cost per customer',
  },

  days: {
    heading: 'Leads by day',
    closed: 'Bars without color are days on which the company is closed.',
  },

  choice: 'Leads by',
  by,
  rest: 'All others',
  loading: 'Loading…',
  shown: (by: ReportBy, rows: number) =>
    `${report.by[by].caption}: ${number(rows)} ${rows === 1 ? 'row' : 'rows'}`,
  notSaved: 'A cost was not saved. Correct it, or choose again to leave it.',

  spent: {
    on: (campaign: string) => `Spent on ${campaign}, in dollars`,
    saved: 'Saved',
    failed: 'This was not saved. Press Enter to try again.',
    another: 'Another campaign',
    add: 'Add',
  },

  csv: {
    save: 'Download CSV',
    name: (month: string, by: ReportBy) => `report-${month}-by-${by}.csv`,
    part: 'Part',
    row: 'Name',
    month: 'Month',
    day: 'Day',
  },

  about:
    'Each lead counts on the day it came. Erased leads still count, without anything about the person, and without dollars. Test leads never count.',
} as const;
