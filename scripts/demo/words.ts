/** The people and companies of the demo. All of them are invented. */

export const firstNames = [
  'Dana',
  'Miguel',
  'Siobhán',
  'Aaliyah',
  'Priya',
  'Carol Ann',
  'Yusuf',
  'Vikram',
  'Thị Hạnh',
  'Kateřina',
  'Fatima',
  'María de los Ángeles',
] as const;

export const lastNames = [
  'Roe',
  'Peña',
  'O’Rourke',
  'Delgado',
  'Raghunathan',
  'Whitfield',
  'Okonkwo',
  'Wiśniewska',
  'Nguyễn',
  'Nováková',
  'McAllister',
  'Hernández-Gutiérrez',
] as const;

/** The second half of a company's name. The keys are the industries of the form. */
export const companyWords: Readonly<Record<string, readonly [string, string]>> = {
  cleaning: ['Cleaning', 'House & Office Cleaning Services'],
  landscaping: ['Landscapes', 'Lawn & Garden'],
  concrete: ['Concrete', 'Driveways & Patios'],
  roofing: ['Roofing', 'Roofing & Gutters LLC'],
  fencing: ['Fence & Deck', 'Fencing'],
  remodeling: ['Kitchen & Bath', 'Home Renovation Group of Greater Houston'],
  junk: ['Hauling', 'Junk Removal'],
  painting: ['Painting', '& Daughters Painting Co.'],
  pool: ['Pools', 'Pool Co.'],
  hvac: ['Heating & Air', 'Plumbing'],
  medical: ['Therapy Group', 'Pediatrics'],
  legal: ['Legal Group', 'Disability Law, PLLC'],
  'tree-service': ['Tree Care', 'Tree & Stump'],
  other: ['Pest Control', 'Mobile Detailing'],
};

export const messages = [
  'We cover Katy and Cypress.',
  'Saw your price for this trade. Is that per call or per booked job?',
  'How many companies get the same lead?',
  'need leads asap',
  'Call me instead, I am on a roof all day and don’t read e-mail.',
  '1) How many leads a week? 2) Refunds on bad numbers? 3) Can I pause in December?',
  'Buenas tardes, ¿tienen a alguien que hable español? Gracias.',
  'We want high-end residential only, $15k and up. Is that something your ads can target? We tried two agencies before. Both wanted a retainer, and neither could say how many jobs it brought. If you only charge for the lead itself, I would start with ten and see how many we book.',
] as const;

export const spamMessage =
  'We will put your site on page one of every search, guaranteed. 5,000 links for $49.';
