const home = '/admin';

/**
 * Where a login leads: to the view of the inbox in `?return=`, or to the inbox. Anyone can craft
 * such an address, so anything but the inbox of this site is ignored.
 */
export function returnPath({ search, origin }: Pick<Location, 'search' | 'origin'>): string {
  const wanted = new URLSearchParams(search).get('return');
  if (wanted === null) return home;
  let url: URL;
  try {
    // Parse it as a browser does: '//elsewhere' and '/\elsewhere' are other sites.
    url = new URL(wanted, origin);
  } catch {
    return home;
  }
  const inInbox = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === origin && inInbox ? url.pathname + url.search + url.hash : home;
}
