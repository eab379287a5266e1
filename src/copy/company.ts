/** By themselves, so that the code of the form and of the report has nothing else from here. */
export const companyEmail = 'hello@leadwright.example';
export const companyCity = 'Houston';

const region = 'TX';

/** The one place that says who the company is. Everything that names it reads this file. */
export const company = {
  name: 'Leadwright',
  email: companyEmail,
  /** For links and the sitemap where neither SITE_URL nor Netlify says where the site is. */
  domain: 'leadwright.example',
  tagline: 'Stop paying for effort. Pay only for results.',
  /** If set, the privacy policy and search engines get it, with the postal code. */
  street: '' as string,
  postalCode: '' as string,
  city: companyCity,
  region,
  country: 'US',
  copyrightYear: 2024,
} as const;

export const location = `${companyCity}, ${region}`;
