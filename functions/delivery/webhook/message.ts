import { createHmac, timingSafeEqual } from 'node:crypto';
import { consentTextOf } from '../../../src/shared/consent-texts.ts';
import { forFields } from '../../../src/shared/fields.ts';
import type { RightsNotice, SubmissionRecord } from '../../store/record.ts';
import type { MoreFields } from './webhook.ts';

/** One delivery's content: the same bytes on every try. */
export interface Message {
  id: string;
  body: string;
}

/**
 * The webhook's payload: the fields of the form, what the settings added at the first try, and a mark on
 * trial leads. All of these never change, so every try sends the same bytes.
 */
export function messageOf(record: SubmissionRecord): Message {
  const body = JSON.stringify({
    // A lead from before a field was added doesn't get it: a retry must send the same bytes.
    ...forFields(({ name }) => record[name]),
    timestamp: record.created_at,
    source: record.source,
    ...(record.more && moreOf(record, record.more)),
    // For a receiver that counts leads. JSON leaves it out of a real lead.
    test: record.test,
  });
  return { id: record.id, body };
}

function moreOf(record: SubmissionRecord, { names, site }: MoreFields) {
  const { id, attribution = null, consent } = record;
  // The inbox finds a lead by its id.
  const answered_url = `${site}/admin?q=${encodeURIComponent(id)}`;
  const all: Record<string, unknown> = {
    attribution,
    id,
    answered_url,
    consent_version: consent.version,
    // A published text never changes.
    consent_text: consentTextOf(consent.version) ?? null,
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The same bytes on every try. */
export const messageOfNotice = ({ id, type, at, email, phone }: RightsNotice): Message => ({
  id,
  body: JSON.stringify({ type, timestamp: at, email, phone }),
});

const prefix = 'whsec_';

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). Every secret signs, so that
 * a receiver that knows the old one or the new one verifies while they are changed.
 */
export function signedHeaders(
  message: Message,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => signature(message, timestamp, secret));
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** `parseSecrets` refuses a secret in any other format. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

const signature = ({ id, body }: Message, timestamp: string, secret: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

const fiveMinutesMs = 5 * 60_000;

/** Why a message that came in isn't one that a holder of these secrets signed now, or undefined if it is. */
export function unsigned(
  headers: Headers,
  body: string,
  secrets: readonly string[],
  now: Date,
): 'missing' | 'wrong' | 'old' | undefined {
  const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map((it) =>
    headers.get(`webhook-${it}`),
  );
  if (!id || !timestamp || !given) return 'missing';
  const ours = secrets.map((secret) => signature({ id, body }, timestamp, secret));
  // While a secret is changed, the sender signs with the old one and the new one.
  const isOurs = given.split(' ').some((it) => ours.some((own) => isSame(own, it)));
  if (!isOurs) return 'wrong';
  return Math.abs(now.getTime() - Number(timestamp) * 1000) <= fiveMinutesMs ? undefined : 'old';
}

/** Takes as long for any text of the same length, so that nobody can find a signature bit by bit. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
