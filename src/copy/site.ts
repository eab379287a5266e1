/** Words that stand on more than one page: the bar on top, the footer, the way back. */
export const navigation = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/services', label: 'Services' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/contact', label: 'Contact' },
] as const;

export const checkPrices = { href: '/pricing', label: 'Check Lead Prices' } as const;

/** What a button says wherever it stands. */
export const actions = {
  getLeads: 'Get My Leads Now',
  getStarted: 'Get Started Today',
  seeHow: 'See How It Works',
} as const;

export const footer = {
  contact: 'Contact',
  columns: [
    {
      title: 'Quick Links',
      links: [
        { href: '/about', label: 'About Us' },
        { href: '/services', label: 'Services' },
        { href: '/pricing', label: 'Pricing' },
        { href: '/contact', label: 'Contact' },
      ],
    },
    {
      title: 'Legal',
      links: [
        { href: '/privacy-policy', label: 'Privacy Policy' },
        { href: '/terms-of-service', label: 'Terms of Service' },
      ],
    },
  ],
} as const;

export const unexpectedError = {
  title: 'Unexpected Application Error!',
  text: 'This part of the page has stopped. The rest still works, and what you typed is kept.',
  reload: 'Load the page again',
} as const;

export const notFound = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  heading: 'Oops! Page not found',
  text: 'We looked through the whole pile, and there is no ticket for this address. It may have moved, or a letter slipped.',
  back: 'Return to Home',
  stamp: 'No such job',
} as const;
