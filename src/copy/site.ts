export const navigation = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/services', label: 'Services' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/contact', label: 'Contact' },
] as const;

export const menu = { button: 'Menu', label: 'Main' } as const;

export const checkPrices = { href: '/pricing', label: 'Check Lead Prices' } as const;

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
      links: [{ href: '/about', label: 'About Us' }, ...navigation.slice(2)],
    },
    {
      title: 'Legal',
      links: [
        { href: '/privacy-policy', label: 'Privacy Policy' },
        { href: '/terms-of-service', label: 'Terms of Service' },
        { href: '/accessibility', label: 'Accessibility' },
        { href: '/stop', label: 'Don’t Contact Me' },
      ],
    },
  ],
} as const;

export const unexpectedError = {
  title: 'Unexpected Application Error!',
  text: 'This part of the page stopped working. What you typed is safe.',
  reload: 'Reload the page',
} as const;

export const feedWords = {
  isNew: 'New Lead',
  when: 'just now',
  verdict: 'Qualified',
  fields: [
    ['name', 'Name'],
    ['phone', 'Phone'],
    ['email', 'Email'],
    ['location', 'Location'],
    ['budget', 'Budget'],
    ['timeline', 'Timeline'],
  ],
  note: 'Samples. The people and their details are made up.',
  pause: 'Pause the feed',
  play: 'Play the feed',
} as const;
