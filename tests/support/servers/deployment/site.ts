import { access } from '../../../../functions/auth/admins.ts';
import { caching, everywhere, onStaffPages, pagePolicy } from '../../../../src/shared/headers.ts';
import { aWorld } from '../../worlds/world.ts';
import { openHealth } from '../../../../functions/watch/health.ts';
import type { Cloud } from './cloud.ts';

/** The public part of the deployed site: two pages, the 404 page and two functions. */
export function openSite(cloud: Cloud, host: string): AsyncDisposable {
  const world = aWorld();
  const page = (path: string, status = 200, different = {}) => {
    cloud.on(`${host}${path}`, () => pageOf(`https://${host}/`, status, different));
  };
  page('/');
  page('/admin', 200, onStaffPages);
  page('/*', 404);
  const health = openHealth();
  cloud.on(`${host}/api/access`, (request) => access(request, world.deps));
  cloud.on(`${host}/api/health`, (request) => health(request, world.deps));
  return world;
}

export async function pageOf(
  canonical: string,
  status = 200,
  different: Record<string, string> = {},
): Promise<Response> {
  const html = `<!doctype html><link rel="canonical" href="${canonical}"><title>Leads</title>`;
  const headers = {
    ...everywhere,
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': caching.revalidated,
    'content-security-policy': await pagePolicy(html),
    ...different,
  };
  return new Response(html, { status, headers });
}
