import type { Health } from '../src/shared/health.ts';
import type { Deps, Handler } from './deps.ts';
import { fault } from './fault.ts';
import { answering, json } from './http/answer.ts';
import { requireMethod, requireOwnOrigin } from './http/request.ts';

/**
 * So long one reading serves all who ask. Anyone may, and each reading is one of Firestore's, which
 * are paid for: a flood costs each process six a minute. What is told apart here are minutes. It is longer than a
 * store is waited for, so that one that hangs is asked once at a time.
 */
export const keptMs = 10_000;

/** Since when the oldest lead has waited; undefined where the store didn't say. */
type Reading = { since: string | undefined } | undefined;

/** Tells whoever asks whether the store can be reached and leads are delivered, and nothing of why not. */
export function openHealth(): Handler {
  let reading: Promise<Reading> | undefined;
  let readAt = -Infinity;

  const readOnce = (deps: Deps, now: number): Promise<Reading> => {
    if (!reading || now - readAt >= keptMs) {
      readAt = now;
      reading = read(deps);
    }
    return reading;
  };

  return answering(async (request, deps) => {
    requireMethod(request, 'GET', 'HEAD');
    requireOwnOrigin(request);
    const now = deps.now().getTime();
    const read = await readOnce(deps, now);
    const health: Health = {
      store: read ? 'reachable' : 'unreachable',
      oldest_undelivered_seconds: read?.since === undefined ? null : secondsFrom(read.since, now),
    };
    const answer = json(read ? 200 : 503, health);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  });
}

async function read({ store, log }: Deps): Promise<Reading> {
  try {
    return { since: await (await store()).undeliveredSince() };
  } catch (error) {
    log(fault('failure', error));
    return undefined;
  }
}

/** Clocks differ, and nothing has waited for less than no time. */
const secondsFrom = (since: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
