import { createHmac } from 'node:crypto';
import { consentTextOf } from '../../../src/shared/consent-receipt.ts';
import { forFields } from '../../../src/shared/fields.ts';
import type { RightsMessage } from '../../store/outbox-entry.ts';
import type { SubmissionRecord } from '../../store/record.ts';
import type { MoreFields } from './webhook.ts';

/** One delivery's content: the same bytes on every try. */
export interface Message {
  id: string;
  body: string;
  /** For a mail, which says it in words. */
  lead?: SubmissionRecord;
  /** An admin sends it to see whether leads would arrive. */
  isTest?: boolean;
  /** For a mail that is about no lead, or doesn't quote one. */
  letter?: { subject: string; text: string };
}

/**
 * The webhook's payload: the fields of the form, and what the settings added at the first try. All of these never
 * change, so every try sends the same bytes.
 */
export function messageOf(record: SubmissionRecord, isTest = false): Message {
  const body = JSON.stringify({
    // A lead from before a field was added doesn't get it: a retry must send the same bytes.
    ...forFields(({ name }) => record[name]),
    timestamp: record.created_at,
    source: record.source,
    ...(record.more && moreOf(record, record.more)),
    // For a receiver that counts leads.
    ...(isTest && { test: true }),
  });
  return { id: record.id, body };
}

/** The inbox finds a lead by its id. */
export const linkTo = (id: string, site: string): string =>
  `${site}/admin?q=${encodeURIComponent(id)}`;

function moreOf(record: SubmissionRecord, { names, site }: MoreFields) {
  const { id, attribution = null, consent } = record;
  const all: Record<string, unknown> = {
    attribution,
    id,
    answered_url: linkTo(id, site),
    consent_version: consent.version,
    // A published text never changes.
    consent_text: consentTextOf(consent.version) ?? null,
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The same bytes on every try. */
export const messageOfRights = ({ id, type, at, email, phone }: RightsMessage): Message => ({
  id,
  body: JSON.stringify({ type, timestamp: at, email, phone }),
});

const prefix = 'whsec_';

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). Every secret signs, so that
 * a receiver that knows the old one or the new one verifies while they are changed.
 */
export function signedHeaders(message: Message, secrets: readonly string[], at: Date) {
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

export const signature = ({ id, body }: Message, timestamp: string, secret: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
