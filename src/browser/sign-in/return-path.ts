const home = '/admin';

/**
 * Where a login leads: the view of the inbox that `?return=` names, or the inbox. The address is
 * anybody's to make up, so whatever is not the inbox of this very site counts for nothing.
 */
export function returnPath({ search, origin }: Pick<Location, 'search' | 'origin'>): string {
  const wanted = new URLSearchParams(search).get('return');
  if (wanted === null) return home;
  let url: URL;
  try {
    // As a browser will: '//elsewhere' and '/\elsewhere' are other sites, '/admin/..' another page.
    url = new URL(wanted, origin);
  } catch {
    return home;
  }
  const inInbox = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === origin && inInbox ? url.pathname + url.search + url.hash : home;
}
