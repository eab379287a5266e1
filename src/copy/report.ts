import hours from '../../site/hours.json' with { type: 'json' };
import { answerWithin, businessDayMs } from '../shared/company-time.ts';
import { lostReasons } from '../shared/follow-up-schema.ts';
import { answerSteps } from '../shared/report.ts';
import { company, hoursInWords } from './company.ts';
import { duration, number } from './counted.ts';
import { panel } from './lead-panel.ts';

/** Fewer than these say too little for a percentage, or for an average without what it is made of. */
export const fewest = 20;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : whole < fewest ? `${number(part)} of ${number(whole)}` : percent(part, whole);

/** The number, and what share that is. */
const of = (part: number, whole: number): string =>
  whole < fewest ? share(part, whole) : `${number(part)} (${percent(part, whole)})`;

/** For a field beside which the sign need not be. */
const plainDollars = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: amount % 1 === 0 ? 0 : 2 });

const dollars = (amount: number): string => `$${plainDollars(amount)}`;

/** What one of so many cost. */
function each(spent: number | undefined, count: number): string {
  if (spent === undefined || count === 0) return '–';
  const average = spent / count;
  return dollars(average < 100 ? Math.round(average * 100) / 100 : Math.round(average));
}

/** A few give no exact average, so it is shown with what it is made of. */
const eachOf = (spent: number | undefined, count: number): string =>
  spent === undefined || count >= fewest ? '' : `${dollars(spent)} for ${count || 'none'}`;

const reasonNames: Readonly<Record<string, string>> = lostReasons;

/** "Price 3, Never reached 1": the commonest first. */
const because = (reasons: Readonly<Record<string, number>>, most = Infinity): string =>
  Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([reason, count]) => `${reasonNames[reason] ?? lostReasons.other} ${number(count)}`)
    // A line ends between two reasons only.
    .map((it) => it.replaceAll(' ', '\u00a0'))
    .join(', ');

const steps = answerSteps.map((it) => (it === businessDayMs ? '1 day' : duration(it / 1000)));

export const report = {
  title: 'Report',
  description: 'What each month brought, for staff.',
  back: 'Back to the inbox',

  months: 'Month',
  soFar: (month: string) => `${month}, so far`,
  failed: 'Error loading the report',
  retry: 'Try again',

  number,
  share,
  of,
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

  industries: { heading: 'Leads by industry', column: 'Industry' },

  sources: { heading: 'Leads by source', column: 'Source', labels: panel.sources },

  ads: {
    heading: 'Leads by advertisement',
    column: 'Source and campaign',
    rest: 'All others',
    hint: 'Named as in the advertisements’ links. Erased leads count under “All others”, so in older months a lead seems to cost more than it did.',
    another: 'Another campaign',
    add: 'Add',
  },

  spent: {
    on: (campaign: string) => `Spent on ${campaign}, in dollars`,
    saved: 'Saved',
    failed: 'This was not saved. Press Enter to try again.',
  },

  answered: {
    heading: 'Leads by how soon they were answered',
    column: 'Answered',
    rows: [
      `Within ${steps[0]}`,
      ...steps.slice(1).map((it, i) => `${steps[i]} to ${it}`),
      'Later, or not yet',
    ],
    /** Below the bars. */
    points: [
      ...steps.map((it) => it.replace(/ minutes?$/, ' min').replace(/ hours?$/, ' h')),
      'Later',
    ],
    chart: 'The share of leads that became customers, at each step of the table below.',
    hint: `Only business hours count: ${hoursInWords} in ${company.city}. A day has ${hours.closes - hours.opens} of them. The chart shows the share of customers. Hollow bars stand for fewer than ${fewest} leads, so they may be chance.`,
  },

  csv: {
    save: 'Download CSV',
    name: (month: string) => `report-${month}.csv`,
    part: 'Part',
    row: 'Name',
    month: 'Month',
    day: 'Day',
  },

  about:
    'Each lead counts on the day it came. Erased leads still count, without anything about the person, and without dollars. Test leads never count.',
} as const;
