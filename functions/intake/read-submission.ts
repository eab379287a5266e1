import { submissionSchema, type ContactField, type Submission } from '../../src/shared/contact.ts';
import { Refusal } from '../http/refusal.ts';
import { readFields } from '../http/request.ts';

const schema = submissionSchema();

/** Parses what a visitor sent, and refuses it with its first problem. */
export function readSubmission(fields: unknown): Submission {
  // Without any field, no form sent this.
  return cleaned(readFields(schema, fields, (error) => new Refusal(400, error)));
}

/**
 * These reverse the writing direction of what comes after them: in the inbox or on a certificate, a name
 * could change how the words beside it read. No keyboard types them; scripts that are written from right to
 * left don't need them. Other invisible characters stay: emoji and Persian words are joined with some.
 */
const reversing = /[\u202A-\u202E\u2066-\u2069]/g;

/** The schema refuses such characters and line breaks in these fields. */
type Strict = 'email' | 'consent_marketing';

function cleaned(submission: Submission): Submission {
  const { name, phone, company, industry, message } = submission;
  const text = (it: string) => it.replace(reversing, '').trim();
  // The form's inputs have one line. From other senders, a break could end an e-mail's subject early.
  const line = (it: string) => text(it).replace(/[\t\r\n]+/g, ' ');
  const words = {
    name: line(name),
    phone: line(phone),
    company: line(company),
    industry: line(industry),
    message: (message && text(message)) || null,
  } satisfies Record<Exclude<ContactField, Strict>, string | null>;
  return { ...submission, ...words };
}
