import given from '../../site/company.json' with { type: 'json' };
import hours from '../../site/hours.json' with { type: 'json' };
import type { Contents } from '../../site/schema/site.ts';

export const company: Contents['company'] = given;

export const location = `${company.city}, ${company.region}`;

const { firstDay, lastDay, opens, closes } = hours;

const clock = (hour: number, space: string): string =>
  `${hour % 12 || 12}${space}${hour % 24 < 12 ? 'AM' : 'PM'}`;

/** For example 'Monday to Friday, 9 AM to 6 PM'. */
export const hoursInWords = `${firstDay} to ${lastDay}, ${clock(opens, ' ')} to ${clock(closes, ' ')}`;

/** For example 'Mon-Fri 9AM-6PM'. */
export const hoursInShort = `${firstDay.slice(0, 3)}-${lastDay.slice(0, 3)} ${clock(opens, '')}-${clock(closes, '')}`;
