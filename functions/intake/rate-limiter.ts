import { isIPv6 } from 'node:net';
import { tooMany, type Refusal } from '../http/request.ts';
import { fault, type Log } from '../log/log.ts';
import type { Store } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Admission, Limit } from '../store/hits.ts';
import { ConfigError } from '../unavailable.ts';
import type { Env } from '../variables.ts';

/** The parts of a call's deps that the rate limiter needs. */
interface CallerDeps {
  ip: string;
  keyedHash: KeyedHash;
  now: () => Date;
  log: Log;
}

export type RateLimiter = ReturnType<typeof openRateLimiter>;

/** Counts each network's submissions in the store. Decision 0018. */
export const openRateLimiter = (limit: Limit) => ({
  limit,

  /**
   * The lead that is stored under this id, since a retry gets its answer even over the limit; undefined for a
   * new lead, which is refused if its network is over the limit.
   */
  async check(
    id: string,
    store: Pick<Store, 'get' | 'admit'>,
    { ip, keyedHash, now, log }: CallerDeps,
  ): Promise<SubmissionRecord | undefined> {
    const stored = await store.get(id);
    if (stored) return stored;
    const network = await keyedHash(`network ${networkOf(ip)}`);
    const mark = await keyedHash(`submission ${id}`);
    const admission = await store
      .admit(network, mark, limit, now())
      .catch((error: unknown): Admission => {
        // A lead is worth more than a count: if the store can't be reached to count, let everyone in.
        log(fault('limit-failure', error));
        return { admitted: true };
      });
    if (admission.admitted) return undefined;
    log({ event: 'limit-reached' });
    throw refusal(admission.until - now().getTime());
  },
});

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
  const limit = parseLimit(SUBMIT_LIMIT || usual);
  if (limit) return limit;
  throw new ConfigError(
    `SUBMIT_LIMIT must be a count, a slash and a number of s, m or h, as in ${usual}: at most ${mostCount} in at most 24h.`,
  );
}

/** Reads a limit such as `30/10m`; undefined if it isn't one, or is out of range. */
export function parseLimit(text: string): Limit | undefined {
  const [, count, length, unit] = /^(\d{1,9})\/(\d{1,9})([smh])$/.exec(text.trim()) ?? [];
  const limit = {
    count: Number(count),
    windowMs: Number(length) * units[unit as keyof typeof units],
  };
  const isInRange =
    limit.count >= 1 &&
    limit.count <= mostCount &&
    limit.windowMs >= units.s &&
    limit.windowMs <= mostWindowMs;
  return isInRange ? limit : undefined;
}

/** A provider gives a customer these first groups of an IPv6 address; the customer picks the rest. */
const customerGroups = 4;
const groups = 8;

/** The part of an address that a visitor can't change: all of IPv4, or the /64 of IPv6. */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const all = expand(address);
  // An IPv4 address mapped to IPv6, as sockets that listen to both report it.
  if (all.slice(0, 5).every((it) => it === 0) && all[5] === 0xffff) {
    return all
      .slice(6)
      .flatMap((it) => [it >> 8, it & 0xff])
      .join('.');
  }
  return `${all
    .slice(0, customerGroups)
    .map((it) => it.toString(16))
    .join(':')}::/64`;
}

function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = parse(head);
  const last = parse(tail ?? '');
  return [...first, ...Array<number>(groups - first.length - last.length).fill(0), ...last];
}

const parse = (part: string): number[] =>
  part === '' ? [] : part.split(':').flatMap((it) => (it.includes('.') ? pairs(it) : [hex(it)]));

function pairs(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

const hex = (group: string): number => Number.parseInt(group, 16);
