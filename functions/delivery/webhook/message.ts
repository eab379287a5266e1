import type { WithFields } from '../../../src/shared/submission.ts';
import type { SubmissionRecord } from '../../store/record.ts';
import type { Message } from './sign.ts';

/** The spec's webhook payload, and on a test the mark that it is one. Made of what never changes, so every try sends the same bytes. */
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
    // For a receiver that counts leads; absent from what is one.
    test: record.test,
  } satisfies WithFields<unknown>);
  return { id, body };
}
