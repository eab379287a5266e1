import { forFields } from '../../src/shared/fields.ts';
import { noConsent } from '../../src/shared/consent-receipt.ts';
import { otherIndustry } from '../../src/shared/pricing.ts';
import { messageOf, type Message } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

/** A message like a lead's. No store has the lead. The body and the mail call it a test. */
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

/** Field values of an invented lead. Each is marked, like "TEST, not a lead". */
export const inventedWords = (marker: string) =>
  forFields(({ name, label, kind }) =>
    kind === 'line'
      ? `${marker}, not a ${name === 'name' ? 'lead' : label.toLowerCase()}`
      : { ...otherWords, email: `${marker.toLowerCase()}@example.com` }[kind],
  );

const otherWords = { phone: '(713) 555-0100', choice: otherIndustry.value, text: '', consent: '' };
