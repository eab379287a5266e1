/** Astro types `site` as optional, but every absolute URL needs it. */
export function siteOf({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('astro.config.mjs sets no `site`, which absolute URLs need');
  return site;
}

/** The canonical address of a page: no query, no fragment, and no trailing slash but on `/`. */
export function canonical(site: URL, path: string): string {
  // With `build.format: 'file'`, Astro.url ends in .html.
  const page = new URL(path, site).pathname.replace(/(?:\/index)?(?:\.html|\/+)$/, '');
  return new URL(page, site).href;
}
