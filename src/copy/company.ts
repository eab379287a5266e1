/** The one place that says who the company is. Everything that names it reads this file. */
export const company = {
  name: 'Leadwright',
  email: 'hello@leadwright.example',
  tagline: 'Stop paying for effort. Pay only for results.',
  city: 'Houston',
  region: 'TX',
  country: 'US',
  /** When a person answers; the booking bot works around the clock. */
  hours: 'Mon-Fri 9AM-6PM',
  copyrightYear: 2024,
} as const;

export const location = `${company.city}, ${company.region}`;
