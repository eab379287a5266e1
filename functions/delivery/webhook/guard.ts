import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { CannotSend } from './cannot-send.ts';
import type { Target } from './webhook.ts';

/** All addresses of a name, as `dns.promises.lookup` gives them. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Refuses what can be refused by looking at the URL. */
export function checkUrl({ url, allowPrivate }: Target): void {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw new CannotSend('The address of the webhook must begin with https://');
  }
  // An address in place of a name is connected to without a lookup. URL has turned every way of
  // writing one (decimal, octal, hexadecimal, short) into the usual one.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) checkAddresses([host], allowPrivate);
}

/**
 * The connection goes to the addresses that were checked: a name that is asked for twice could
 * answer with a private address the second time (DNS rebinding).
 */
export function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        try {
          if (!first) throw new CannotSend('The address of the webhook could not be found');
          checkAddresses(
            found.map(({ address }) => address),
            allowPrivate,
          );
        } catch (error) {
          done(error as Error, []);
          return;
        }
        if (options.all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error as Error, []);
      },
    );
  };
}

/** One private address among public ones is enough to refuse: who would have both, but an attacker? */
function checkAddresses(addresses: readonly string[], allowPrivate: boolean): void {
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    throw new CannotSend('The address of the webhook is not public');
  }
}
