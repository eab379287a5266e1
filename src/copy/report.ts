import { answerWithin, businessDayMs, businessHours } from '../shared/company-time.ts';
import { answerSteps } from '../shared/report.ts';
import { companyCity } from './company.ts';
import { duration, number } from './counted.ts';
import { hoursInWords, weekdays } from './hours.ts';
import { panel } from './lead-panel.ts';

/** A share in whole percent, or a dash if the whole is zero. */
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`;

export const report = {
  title: 'Report',
  description: 'What each month brought, for staff.',
  heading: 'Report',
  needsScript: 'The report needs JavaScript. Turn it on in your browser and reload this page.',
  back: 'Back to the inbox',

  months: 'Month',
  soFar: (month: string) => `${month}, so far`,
  loading: 'Loading the report',
  loaded: (month: string) => `Report of ${month}`,
  failed: 'Error loading the report',
  retry: 'Try again',

  number,
  percent,

  totals: {
    heading: 'In total',
    received: 'Leads received',
    firstTry: 'Delivered at the first try',
    atOnce: `Answered within ${duration(answerWithin / 1000)}`,
    held: 'Held, counted nowhere else',
    of: (part: number, whole: number) => `${number(part)} (${percent(part, whole)})`,
  },

  none: (month: string) => `No leads came in ${month}.`,
  noneYet: (month: string) => `No leads have come in ${month} yet.`,

  columns: { leads: 'Leads', share: 'Share' },

  days: {
    heading: 'Leads by day',
    leads: (count: number) => (count === 1 ? 'lead' : 'leads'),
    chart: (day: string, most: number) => `A bar for each day. The most came on ${day}: ${most}.`,
    closed: 'Bars without color are days on which the company is closed.',
    weekdays,
  },

  industries: { heading: 'Leads by industry', column: 'Industry' },

  sources: { heading: 'Leads by source', column: 'Source', labels: panel.sources },

  ads: {
    heading: 'Leads by advertisement',
    column: 'Source and campaign',
    rest: 'All others',
    hint: 'Named as in the advertisements’ links. Erased leads count under “All others”.',
  },

  answered: {
    heading: 'How soon people are answered',
    column: 'Answered within',
    steps: answerSteps.map((it) => (it === businessDayMs ? '1 day' : duration(it / 1000))),
    rest: 'Later, or not yet',
    hint: `Only business hours count: ${hoursInWords} in ${companyCity}. A day has ${businessHours.closes - businessHours.opens} of them.`,
  },

  about:
    'Each lead counts on the day it came. Erased leads still count, without anything about the person. Test leads never count.',
} as const;
