import { businessHours } from '../shared/company-time.ts';

const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

const { firstDay, lastDay, opens, closes } = businessHours;

const clock = (hour: number, space: string): string =>
  `${hour % 12 || 12}${space}${hour < 12 ? 'AM' : 'PM'}`;

/** Like Monday to Friday, 9 AM to 6 PM. */
export const hoursInWords = `${weekdays[firstDay]} to ${weekdays[lastDay]}, ${clock(opens, ' ')} to ${clock(closes, ' ')}`;

/** Like Mon-Fri 9AM-6PM. */
export const hoursInShort = `${weekdays[firstDay].slice(0, 3)}-${weekdays[lastDay].slice(0, 3)} ${clock(opens, '')}-${clock(closes, '')}`;
