const home = '/admin';

/** The address of /auth that leads back to a staff page. Requests don't contain the part behind #. */
export function signInPath(back: string): string {
  const [path = '', hash = ''] = back.split(/(?=#)/);
  return `/auth${path === home ? '' : `?return=${encodeURIComponent(path)}`}${hash}`;
}

/**
 * Where a login leads: the staff page in `?return=`, or the inbox, with the search behind #. Limited to
 * /admin on this site, because anyone can craft such an address.
 */
export function returnPath({
  search,
  hash,
  origin,
}: Pick<Location, 'search' | 'hash' | 'origin'>): string {
  const wanted = new URLSearchParams(search).get('return') ?? home + hash;
  let url: URL;
  try {
    // Parse it as browsers do: '//elsewhere' and '/\elsewhere' are other sites.
    url = new URL(wanted, origin);
  } catch {
    return home;
  }
  const inInbox = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === origin && inInbox ? url.pathname + url.search + (url.hash || hash) : home;
}
