const readPaths = [
  '/about',
  '/services',
  '/privacy-policy',
  '/accessibility',
  '/terms-of-service',
  '/stop',
] as const;

export const publicPaths = ['/', '/pricing', '/contact', '/tree-service', ...readPaths] as const;

/** The page after a form sent without JavaScript. */
export const thanksPath = '/thank-you';

export const unknownPath = '/no-such-page';

/** Pages only for reading, whose one script keeps how the visit began. */
export const readingPaths = [...readPaths, unknownPath] as const;

/** Pages that don't redirect. Without a session, `/admin` and the paths below it redirect to `/auth`. */
export const everyPath = [...publicPaths, '/auth', thanksPath, '/stopped', unknownPath] as const;
