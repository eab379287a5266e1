/** The site's paths. */
export const publicPaths = [
  '/',
  '/about',
  '/services',
  '/pricing',
  '/contact',
  '/privacy-policy',
  '/accessibility',
  '/terms-of-service',
  '/stop',
  '/dispute',
  '/tree-service',
] as const;

/** The page after a form sent without JavaScript. */
export const thanksPath = '/thank-you';

/** The pages after forms. */
export const afterPaths = [thanksPath, '/stopped', '/disputed'] as const;

/** An unknown path, which shows the 404 page. */
export const unknownPath = '/no-such-page';

export const legalPaths = ['/privacy-policy', '/accessibility', '/terms-of-service'] as const;

/** Pages only for reading, whose one script keeps how the visit began. */
export const readingPaths = [
  '/about',
  '/services',
  ...legalPaths,
  '/stop',
  '/dispute',
  unknownPath,
] as const;

/** Pages that don't redirect. Without a session, `/admin` and the paths below it redirect to `/auth`. */
export const everyPath = [...publicPaths, '/auth', ...afterPaths, unknownPath] as const;
