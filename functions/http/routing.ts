import type { Handler } from '../deps.ts';
import { answering } from './answer.ts';
import { Refusal, wrongMethod } from './request.ts';

/** `any`: the handler itself refuses methods. */
export type Route = readonly [method: 'GET' | 'POST' | 'any', path: `/${string}`, handler: Handler];

/** One function for several paths. */
export function routing(name: string, routes: readonly Route[]) {
  /** Netlify ignores case and a slash at the end when it finds the function for a path. */
  const routesOf = ({ url }: Request): Route[] => {
    const asked = new URL(url).pathname.replace(/\/$/, '').toLowerCase();
    return routes.filter(([, path]) => path === asked);
  };

  return {
    /** The last part of a route's path. The log never has the address itself: anything may be in it. */
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
