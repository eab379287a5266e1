import { forFields } from '../../src/shared/fields.ts';
import { noConsent } from '../../src/shared/consent-receipt.ts';
import { otherIndustry } from '../../src/shared/pricing.ts';
import { messageOf, type Message } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

/** A message like that of a lead, which no store has. Its body and its mail say that it is a test. */
export function sampleMessage(id: string, at: Date, { more }: Target): Message {
  const created_at = at.toISOString();
  const lead = {
    id,
    ...inventedWords('TEST'),
    message: 'This is a test. Nobody wrote it, and there is nobody to call.',
    consent_marketing: false,
    created_at,
    source: 'contact_page',
    delivery: { state: 'pending' as const, next_attempt_at: created_at },
    attempts: [],
    consent: noConsent(created_at),
    tries: 0,
    lease: null,
    more,
  };
  return { ...messageOf(lead, true), lead, isTest: true };
}

/** Words for a lead that nobody sent. They say so to anybody who reads them: "TEST, not a lead". */
export const inventedWords = (what: string) =>
  forFields(({ name, label, kind }) =>
    kind === 'line'
      ? `${what}, not a ${name === 'name' ? 'lead' : label.toLowerCase()}`
      : { ...otherWords, email: `${what.toLowerCase()}@example.com` }[kind],
  );

const otherWords = { phone: '(713) 555-0100', choice: otherIndustry.value, text: '', consent: '' };
