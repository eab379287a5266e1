/** The site's own origin. Astro types it as optional, and every absolute URL is made from it. */
export function siteOf({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('astro.config.mjs sets no `site`, which absolute URLs are made from');
  return site;
}

/** The one address of a page: no slash at its end but the home page's, no query, no fragment. */
export function canonical(site: URL, path: string): string {
  // With `build.format: 'file'`, Astro.url names the file.
  const page = new URL(path, site).pathname.replace(/(?:\/index)?(?:\.html|\/+)$/, '');
  return new URL(page, site).href;
}
