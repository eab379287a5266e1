import type { Contact } from '../../src/shared/contact.ts';
import { submissionSchema, type Submission } from '../../src/shared/contact-schema.ts';
import { forFields, type FormField } from '../../src/shared/fields.ts';
import { readFields } from '../http/request.ts';

/** Parses what a visitor sent, and refuses it with its first problem. */
export function readSubmission(sent: unknown): Submission {
  const submission = readFields(submissionSchema, sent);
  return { ...submission, ...(forFields((field) => cleaned(field, submission)) as Contact) };
}

/**
 * These reverse the writing direction of what comes after them: in the inbox or on a certificate, a name
 * could change how the words beside it read. No keyboard types them; scripts that are written from right to
 * left don't need them. Other invisible characters stay: emoji and Persian words are joined with some.
 */
const reversing = /[\u202A-\u202E\u2066-\u2069]/g;

function cleaned({ name, kind }: FormField, submission: Contact): Contact[FormField['name']] {
  const words = submission[name];
  // The schema refuses such characters and line breaks in an address.
  if (typeof words !== 'string' || kind === 'email') return words;
  const text = words.replace(reversing, '').trim() || null;
  // The form's inputs have one line. From other senders, a break could end an e-mail's subject early.
  return kind === 'text' ? text : text && text.replace(/[\t\r\n]+/g, ' ');
}
