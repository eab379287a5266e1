import type { Deps, Handler } from '../deps.ts';
import { describe } from '../describe.ts';
import { Unavailable } from '../unavailable.ts';
import { Refusal } from './refusal.ts';

/** Answers are about people: nobody between here and the browser may keep them. */
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

export function respond(
  status: number,
  body: BodyInit | null,
  headers: Record<string, string>,
): Response {
  return new Response(body, { status, headers: { ...always, ...headers } });
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Makes whatever a handler throws an answer: a sentence, and never the cause. */
export function answering(handler: Handler): Handler {
  return async (request, deps) => {
    try {
      return await handler(request, deps);
    } catch (error) {
      return refuse(toRefusal(error, deps));
    }
  };
}

const refuse = ({ status, message, field, headers }: Refusal): Response =>
  json(status, { error: message, ...(field !== undefined && { field }) }, headers);

export function toRefusal(error: unknown, { log }: Pick<Deps, 'log'>): Refusal {
  if (error instanceof Refusal) return error;
  log({ event: 'failure', error: describe(error) });
  return error instanceof Unavailable
    ? new Refusal(503, 'This is not working right now. Please try again in a few minutes.', {
        headers: { 'retry-after': '60' },
      })
    : new Refusal(500, 'Something went wrong on our side. Please try again.');
}
