import { caching, everywhereOn, noPage } from '../../src/shared/headers.ts';
import type { Deps, Handler } from '../deps.ts';
import { fault } from '../log/log.ts';
import { ConfigError, Unavailable } from '../unavailable.ts';
import { DamagedRecord } from '../store/record.ts';
import { Refusal } from './request.ts';

export function respond(
  status: number,
  body: BodyInit | null,
  headers: Record<string, string>,
): Response {
  // Netlify adds no headers to the answers of functions.
  const always = {
    ...everywhereOn(process.env),
    'cache-control': caching.never,
    'content-security-policy': noPage,
  };
  return new Response(body, { status, headers: { ...always, ...headers } });
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Answers what a handler throws with a sentence, and never with the cause. */
export function answering(handler: Handler): Handler {
  return async (request, deps) => {
    try {
      return await handler(request, deps);
    } catch (error) {
      return refuse(toRefusal(error, deps));
    }
  };
}

const refuse = ({ status, message, field, reason, headers }: Refusal): Response =>
  json(
    status,
    { error: message, ...(field !== undefined && { field }), ...(reason && { reason }) },
    headers,
  );

export function toRefusal(error: unknown, { log }: Pick<Deps, 'log'>): Refusal {
  if (error instanceof Refusal) return error;
  log(fault('failure', error));
  if (error instanceof DamagedRecord) {
    return new Refusal(
      409,
      'This lead can’t be read here: a newer version of the site or somebody else wrote it. Deploy that version again, or correct the lead in the store.',
    );
  }
  // No Retry-After: it stays like this until somebody deploys.
  if (error instanceof ConfigError)
    return new Refusal(503, 'This site isn’t set up yet.', { reason: 'not-set-up' });
  return error instanceof Unavailable
    ? new Refusal(503, 'This is not working right now. Please try again in a few minutes.', {
        headers: { 'retry-after': '60' },
      })
    : new Refusal(500, 'Something went wrong on our side. Please try again.');
}
