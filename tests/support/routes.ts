/** The site's paths as its visitors know them. */
export const publicPaths = [
  '/',
  '/about',
  '/services',
  '/pricing',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/tree-service',
] as const;

/** For staff: reachable, and listed nowhere. */
export const staffPaths = ['/auth', '/admin'] as const;

/** Where the form leads that was sent without JavaScript: an end, not a way in. */
export const thanksPath = '/thank-you';

/** Stands for every path that leads nowhere: the 404 page. */
export const unknownPath = '/no-such-page';

export const legalPaths = ['/privacy-policy', '/terms-of-service'] as const;

/** Pages to read and nothing else, which run no script. */
export const readingPaths = ['/about', '/services', ...legalPaths, unknownPath] as const;

/** Pages that stay where they are. Without a session `/admin` is only a way to `/auth`. */
export const everyPath = [...publicPaths, '/auth', thanksPath, unknownPath] as const;
