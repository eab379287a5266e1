import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { tooMany, type Refusal } from '../http/request.ts';
import type { Deps } from '../deps.ts';
import { fault } from '../log/log.ts';
import type { Store } from '../store/port.ts';
import type { Admission, Limit } from '../store/port.ts';
import { ConfigError } from '../unavailable.ts';
import type { Env } from '../variables.ts';

type Counting = Pick<Deps, 'ip' | 'keyedHash' | 'submitLimit' | 'now' | 'log'>;

/**
 * Refuses what one network sends too often. The store counts each kind by itself: nobody has to wait with /stop
 * or a dispute because leads came from the same network. Decision 0018.
 */
export async function requireRoom(
  id: string,
  store: Pick<Store, 'admit'>,
  { ip, keyedHash, submitLimit, now, log }: Counting,
  kind: 'dispute' | 'network' | 'stop' = 'network',
): Promise<void> {
  const network = await keyedHash(`${kind} ${networkOf(ip)}`);
  const mark = await keyedHash(`submission ${id}`);
  const admission = await store
    .admit(network, mark, submitLimit, now())
    .catch((error: unknown): Admission => {
      // A lead is worth more than a count: if the store can't be reached to count, let everyone in.
      log(fault('limit-failure', error));
      return { admitted: true };
    });
  if (admission.admitted) return;
  log({ event: 'limit-reached' });
  throw refusal(admission.until - now().getTime());
}

function refusal(waitMs: number): Refusal {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(`Too many requests came from your network. Please try again in ${wait}.`, waitMs);
}

/** An office with one address sends less than this; a flood sends it within a second. */
const usual = '30/10m';

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;
/** The hits of a network are one document, and a document's size is limited. */
const mostCount = 5000;
const mostWindowMs = 24 * units.h;

/** How often one network may submit. */
export function parseSubmitLimit({ SUBMIT_LIMIT }: Env): Limit {
  const text = (SUBMIT_LIMIT || usual).trim();
  const [, count, length, unit] = /^(\d{1,9})\/(\d{1,9})([smh])$/.exec(text) ?? [];
  const limit = {
    count: Number(count),
    windowMs: Number(length) * units[unit as keyof typeof units],
  };
  const isInRange =
    limit.count >= 1 &&
    limit.count <= mostCount &&
    limit.windowMs >= units.s &&
    limit.windowMs <= mostWindowMs;
  if (isInRange) return limit;
  throw new ConfigError(
    `SUBMIT_LIMIT must be a count, a slash and a number of s, m or h, as in ${usual}: at most ${mostCount} in at most 24h.`,
  );
}

/** The part of an address that a visitor can't change: all of IPv4, or of IPv6 what a provider gives a customer. */
export function networkOf(ip: string): string {
  const bare = ip.replace(/%.*/, '');
  if (isIP(bare) === 0) return ip;
  // A socket that listens to both reports an IPv4 address mapped to IPv6.
  const address = ipaddr.process(bare).toString();
  return isIPv6(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address;
}
