import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Where a path with a slash at its end belongs, if a page has that name. Netlify's pretty URLs do
 * this, and @netlify/dev doesn't: https://github.com/slorber/trailing-slash-guide
 */
export function slashRedirect({ pathname, search }: URL, publish: string): string | undefined {
  if (pathname === '/' || !pathname.endsWith('/')) return undefined;
  const page = pathname.slice(0, -1);
  return existsSync(path.join(publish, `${page}.html`)) ? page + search : undefined;
}
