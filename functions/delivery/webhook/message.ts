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
  /** For a mail, which describes the lead in words. */
  lead?: SubmissionRecord;
  isTest?: boolean;
  /** For a mail that quotes no lead. */
  letter?: { subject: string; text: string };
}

/** Has only fields that never change after the first try, so every try sends the same bytes. */
export function messageOf(record: SubmissionRecord, isTest = false): Message {
  const body = JSON.stringify({
    // Leaves out a field that is newer than the lead: a retry must send the same bytes.
    ...forFields(({ name }) => record[name]),
    timestamp: record.created_at,
    source: record.source,
    ...(record.more && moreOf(record, record.more)),
    // Receivers that count leads can leave out tests.
    ...(isTest && { test: true }),
  });
  return { id: record.id, body };
}

/** The inbox's search finds a lead by its id. */
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

export const messageOfRights = ({ id, type, at, email, phone }: RightsMessage): Message => ({
  id,
  body: JSON.stringify({ type, timestamp: at, email, phone }),
});

const prefix = 'whsec_';

/** https://www.standardwebhooks.com. All secrets sign: during a change, receivers may have the old or the new one. */
export function signedHeaders(message: Message, secrets: readonly string[], at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => signature(message, timestamp, secret));
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** `parseSecrets` refuses any other format. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

export const signature = ({ id, body }: Message, timestamp: string, secret: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
