import { auditEntrySchema, type Actor } from '../../src/shared/audit.ts';
import { appendAction } from '../audit/audit-log.ts';
import type { SiteDeps } from '../deps.ts';
import { bytesIn } from '../http/request.ts';
import { orInstead } from '../log/log.ts';
import { hour } from '../spans.ts';
import { Unavailable } from '../unavailable.ts';
import { noticed, witnessText } from './incidents.ts';

const schedule: Actor = { uid: null, name: 'schedule' };

/** A little less, because the schedule may be early. */
const day = { count: 1, windowMs: 23.5 * hour };

/**
 * Sends the end of the audit log, once a day, to where nobody who can write the store can change it: to the
 * alert addresses, and to a timestamp authority. Never rejects. Decision 0020.
 */
export const witness = (deps: SiteDeps): Promise<void> =>
  orInstead(undefined, 'witness', deps.log, () => sendEnd(deps));

async function sendEnd(deps: SiteDeps): Promise<void> {
  const { targets, timestamps, isElsewhere } = deps.alerts;
  if (isElsewhere || (targets.length === 0 && !timestamps)) return;
  const store = await deps.store();
  const { entries, head } = await store.audit({ limit: 1 });
  const { data: newest } = auditEntrySchema.safeParse(entries[0]);
  // Nothing was done since.
  if (head.count === 0 || newest?.event.action === 'witnessed') return;
  const { admitted } = await store.admit('audit-witness', head.hash, day, deps.now());
  if (!admitted) return;
  const token = timestamps ? await timestampOf(head.hash, timestamps, deps) : null;
  if (targets.length === 0 && token === null) return;
  await appendAction({ action: 'witnessed', ...head, token }, schedule, deps);
  await store.changeWatch((it) => noticed(it, [witnessText(head, deps)], deps));
}

/** Asks for a timestamp of a SHA-256, with the authority's certificate: the DER of RFC 3161. */
const requestOf = (hash: string): Buffer<ArrayBuffer> =>
  Buffer.from(`30390201013031300d060960864801650304020105000420${hash}0101ff`, 'hex');

/** Longer answers aren't timestamps. */
const mostBytes = 32_768;

/** Returns the authority's answer in base64, or null if it gave no timestamp. */
const timestampOf = (hash: string, authority: URL, { fetch, log }: SiteDeps) =>
  orInstead<string | null>(null, 'witness', log, async () => {
    const response = await fetch(authority, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: requestOf(hash),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await bytesIn(response, mostBytes);
    // A refusal doesn't repeat the hash.
    if (answer?.includes(Buffer.from(hash, 'hex'))) return answer.toString('base64');
    throw new Unavailable(
      `The timestamp authority answered ${response.status} without a timestamp`,
    );
  });
