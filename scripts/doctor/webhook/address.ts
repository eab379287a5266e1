import { isIP, type LookupFunction } from 'node:net';
import { CannotSend, checkedLookup, checkUrl } from '../../../functions/delivery/webhook/guard.ts';
import { sendTimeout } from '../../../functions/delivery/webhook/post.ts';
import { sentenceOf } from '../../../functions/delivery/webhook/send-error.ts';
import { CheckFailed, passed, type Check } from '../outcome.ts';
import { webhook } from './setting.ts';

/** Uses the guard that checks each delivery. */
export const webhookAddress: Check = {
  name: "webhook's address",
  needs: [webhook],
  run: async ({ resolve }, { found }) => {
    const target = found(webhook);
    const { hostname } = target.url;
    try {
      checkUrl(target);
      // An IP address needs no lookup.
      if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return passed(`${hostname} is public`);
      const length = await countOf(checkedLookup(resolve, target.allowPrivate), hostname);
      return passed(`${hostname} has ${length} ${length === 1 ? 'address' : 'addresses'}, public`);
    } catch (error) {
      const fix =
        error instanceof CannotSend && error.message.endsWith('not public')
          ? 'set WEBHOOK_URL to one that the internet can reach'
          : 'check whether the name in WEBHOOK_URL is right';
      throw new CheckFailed(`${sentenceOf(error, sendTimeout)} (${hostname}): ${fix}.`, {
        cause: error,
      });
    }
  },
};

/** How many addresses the guard let through. */
function countOf(lookup: LookupFunction, hostname: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  lookup(hostname, { all: true }, (error, found) => {
    if (error) reject(error);
    else resolve(found.length);
  });
  return promise;
}
