import { businessHours } from '../shared/company-time.ts';

/** The one place that says who the company is. Everything that names it reads this file. */
export const company = {
  name: 'Leadwright',
  email: 'hello@leadwright.example',
  /** For links and the sitemap where neither SITE_URL nor Netlify says where the site is. */
  domain: 'leadwright.example',
  tagline: 'Stop paying for effort. Pay only for results.',
  /** If set, the privacy policy and search engines get it, with the postal code. */
  street: '' as string,
  postalCode: '' as string,
  city: 'Houston',
  region: 'TX',
  country: 'US',
  /** When people answer; the booking bot works around the clock. */
  hours: inWords(businessHours),
  copyrightYear: 2024,
} as const;

export const location = `${company.city}, ${company.region}`;

/** Without the parts that are empty. */
export const address = [company.street, `${location} ${company.postalCode}`.trim()]
  .filter((it) => it !== '')
  .join(', ');

/** Like Mon-Fri 9AM-6PM. */
function inWords({ firstDay, lastDay, opens, closes }: typeof businessHours): string {
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const hour = (it: number): string => `${it % 12 || 12}${it < 12 ? 'AM' : 'PM'}`;
  return `${days[firstDay]}-${days[lastDay]} ${hour(opens)}-${hour(closes)}`;
}
