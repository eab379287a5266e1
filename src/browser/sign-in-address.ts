/** The address of /auth, and where a login leads. */

const home = '/admin';

/** The address of /auth that leads back to a page for staff. A search stays behind #, which no request has. */
export function signInPath(back: string): string {
  const [path = '', hash = ''] = back.split(/(?=#)/);
  return `/auth${path === home ? '' : `?return=${encodeURIComponent(path)}`}${hash}`;
}

/**
 * The page after a login: the staff page that `?return=` names, or the inbox, with the search behind #.
 * Anyone can craft such an address, so it can't lead anywhere else.
 */
export function returnPath({
  search,
  hash,
  origin,
}: Pick<Location, 'search' | 'hash' | 'origin'>): string {
  const wanted = new URLSearchParams(search).get('return') ?? home + hash;
  let url: URL;
  try {
    // Parse it as a browser does: '//elsewhere' and '/\elsewhere' are other sites.
    url = new URL(wanted, origin);
  } catch {
    return home;
  }
  const inInbox = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === origin && inInbox ? url.pathname + url.search + (url.hash || hash) : home;
}
