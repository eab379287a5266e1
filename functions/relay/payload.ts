import type { WithFields } from '../../src/shared/submission.ts';
import type { SubmissionRecord } from '../store/record.ts';
import type { Message } from './send.ts';

/** The spec's webhook payload. Made of what never changes, so every try sends the same bytes. */
export function messageOf(record: SubmissionRecord): Message {
  const { id, name, email, phone, company, industry, message, consent_marketing, source } = record;
  const body = JSON.stringify({
    name,
    email,
    phone,
    company,
    industry,
    message,
    consent_marketing,
    timestamp: record.created_at,
    source,
  } satisfies WithFields<unknown>);
  return { id, body };
}
