import { createHmac } from 'node:crypto';
import { forFields } from '../../../src/shared/fields.ts';
import type { SubmissionRecord } from '../../store/record.ts';
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

function moreOf({ id, attribution = null }: SubmissionRecord, { names, site }: MoreFields) {
  // The inbox finds a lead by its id.
  const answered_url = `${site}/admin?q=${encodeURIComponent(id)}`;
  const all: Record<string, unknown> = { attribution, id, answered_url };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

const prefix = 'whsec_';

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). Every secret signs, so that
 * a receiver that knows the old one or the new one verifies while they are changed.
 */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(content).digest('base64');
    return `v1,${hmac}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** `parseWebhook` refuses a secret in any other format. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
