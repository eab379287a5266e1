/**
 * The owner's prices per lead. Repeated here on purpose: a test that read the site's own list could
 * not find a mistake in it.
 */
export const leadPrices: readonly (readonly [label: RegExp, price: number])[] = [
  [/Cleaning/, 40],
  [/Landscaping/, 45],
  [/Concrete ?\/ ?Driveways/, 50],
  [/Roofing ?\/ ?Gutters/, 55],
  [/Fencing ?\/ ?Decks/, 50],
  [/Remodeling ?\/ ?Home Renovation/, 60],
  [/Junk Removal/, 45],
  [/Painting/, 45],
  [/Pool Builders ?\/ ?Installers/, 60],
  [/HVAC ?\/ ?Plumbing/, 65],
  [/Medical ?\/ ?Therapy/, 75],
  [/Legal ?\/ ?Disability ?\/ ?Insurance/, 85],
  [/Tree Service/, 50],
];

/** The price of one trade as a page shows it, for tests that need any price. */
export function priceOf(trade: string): string {
  const found = leadPrices.find(([label]) => label.test(trade));
  if (!found) throw new Error(`The owner gave no price for ${trade}.`);
  return `$${found[1]}`;
}

/** The words that the owner wants on each page. A pattern is for a fact without a wording. */
export const words: Record<string, readonly (string | RegExp)[]> = {
  '/': [
    'Stop paying for effort. Pay only for results.',
    'How It Works',
    'Why Pay-Per-Lead',
    '4.9/5',
    '500+ businesses',
    '$2.3M+ revenue generated',
    '24-48 hours',
    /\b30%/,
    'Qualified',
    /oak tree removal/i,
    /trimming (and|&) pruning/i,
    /stump grinding/i,
    '$450-$650',
    '$2.5k-$3.5k',
    'This week',
    'Within 2 weeks',
    'ASAP',
  ],
  '/about': [
    '115+',
    /businesses served/i,
    '$4.3M+',
    /revenue/i,
    '35K+',
    /qualified leads/i,
    '97%',
    /client satisfaction/i,
    'Results Over Effort',
    'Radical Transparency',
    'Quality First',
  ],
  '/services': [
    'Pay-Per-Lead Advertising',
    'CRM Setup & Integration',
    /\$497 ?one-time/,
    'AI Booking Bot',
    /\$60 ?\/ ?month/,
    'Lead Nurturing Automation',
    /free with CRM setup/i,
  ],
  '/pricing': [
    '$390',
    /10 qualified leads/i,
    '$2,000-$10,000+',
    '$5,000+',
    '3-6 month',
    "Spam/scam leads don't count — you only pay for real inquiries",
  ],
  '/contact': [
    'hello@leadwright.example',
    'Houston, TX',
    'Mon-Fri 9AM-6PM',
    '24/7',
    'What Happens Next?',
    '5 minutes',
    '15-minute',
    'within 48 hours',
    'within 72 hours',
    /\b35%/,
    /no retainers or management fees/i,
    /pay only for qualified leads/i,
    /cancel anytime/i,
    /30-day satisfaction guarantee/i,
  ],
  '/privacy-policy': [
    /Effective( date)?:? October 3, 2025/i,
    /Last updated:? October 3, 2025/i,
    /under (the age of )?13\b/,
    /\b16\b/,
    'at most 90 days',
    'hello@leadwright.example',
  ],
  '/terms-of-service': [
    'Terms and Conditions',
    /Effective( date)?:? October 3, 2025/i,
    /\b18\b/,
    /non-refundable/i,
    /agreed? in writing/i,
    /30 days before|(last|preceding|previous) 30 days/i,
    /Texas law governs|laws of the State of Texas/i,
  ],
  '/tree-service': [
    'Pay Per Lead For Tree Service',
    '5.0',
    '$2.5M+ Revenue Generated',
    'How It Works',
    priceOf('Tree Service'),
    '35%',
    'Avg Conversion',
    'Under 5 Minutes',
    '100%',
    'Exclusive',
    /targeted ads/i,
    /leads qualified/i,
    /instant notification/i,
  ],
  '/no-such-page': ['Oops! Page not found', 'Return to Home'],
};
