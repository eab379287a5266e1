import { caching, everywhereOn, noPage } from '../../src/shared/headers.ts';
import type { Deps, Handler } from '../deps.ts';
import { fault } from '../log/log.ts';
import { ConfigError, Unavailable } from '../unavailable.ts';
import { DamagedRecord } from '../store/record.ts';
import { Refusal, wrongMethod } from './request.ts';

export function respond(status: number, body: BodyInit | null, headers: Record<string, string>) {
  // Netlify adds no headers to the responses of functions.
  const always = {
    ...everywhereOn(process.env),
    'cache-control': caching.never,
    'content-security-policy': noPage,
  };
  return new Response(body, { status, headers: { ...always, ...headers } });
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Answers an error with a sentence, and never with its cause. */
export function answering(handler: Handler): Handler {
  return async (request, deps) => {
    try {
      return await handler(request, deps);
    } catch (error) {
      const { status, message, field, reason, headers } = toRefusal(error, deps);
      // JSON leaves out undefined fields.
      return json(status, { error: message, field, reason }, headers);
    }
  };
}

export function toRefusal(error: unknown, { log }: Pick<Deps, 'log'>): Refusal {
  if (error instanceof Refusal) return error;
  log(fault('failure', error));
  if (error instanceof DamagedRecord) {
    return new Refusal(
      409,
      'This lead can’t be read here: a newer version of the site or another program wrote it. Deploy that version again, or correct the lead in the store.',
    );
  }
  // No Retry-After, because only a deployment ends this state.
  if (error instanceof ConfigError)
    return new Refusal(503, 'This site isn’t set up yet.', { reason: 'not-set-up' });
  return error instanceof Unavailable
    ? new Refusal(503, 'This is not working right now. Please try again in a few minutes.', {
        headers: { 'retry-after': '60' },
      })
    : new Refusal(500, 'Something went wrong on our side. Please try again.');
}

/** `any`: the handler itself refuses methods. */
export type Route = readonly [method: 'GET' | 'POST' | 'any', path: `/${string}`, handler: Handler];

export function routing(name: string, routes: readonly Route[]) {
  /** Netlify ignores case and a trailing slash when it finds the function for a path. */
  const routesOf = ({ url }: Request): Route[] => {
    const pathname = new URL(url).pathname.replace(/\/$/, '').toLowerCase();
    return routes.filter(([, path]) => path === pathname);
  };

  return {
    paths: [...new Set(routes.map(([, path]) => path))],

    /** The last part of the route's path. The log must not have the URL, which may contain anything. */
    callName: (request: Request): string =>
      routesOf(request)[0]?.[1].replace(/^\/(?:api\/)?/, '') ?? name,

    answer: answering((request, deps) => {
      const found = routesOf(request);
      if (found.length === 0) throw new Refusal(404, 'There is nothing at this address.');
      const route = found.find(([method]) => method === 'any' || method === request.method);
      if (!route) throw wrongMethod(...found.map(([method]) => method));
      const [, , handler] = route;
      return handler(request, deps);
    }),
  };
}
