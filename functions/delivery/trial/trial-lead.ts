import { otherIndustry } from '../../../src/shared/pricing.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import type { SubmissionRecord } from '../../store/record.ts';

/** An invented lead that tests the webhook. It says so to anybody who reads it. */
export const trialLead = (id: string, now: string, delivery: Delivery): SubmissionRecord => ({
  id,
  name: 'TEST, not a lead',
  email: 'test@example.com',
  phone: '(713) 555-0100',
  company: 'TEST, not a company',
  industry: otherIndustry.value,
  message: 'This is a test of the webhook. Nobody wrote it, and there is nobody to call.',
  consent_marketing: false,
  created_at: now,
  source: 'contact_page',
  delivery,
  attempts: [],
  // Nobody agreed to anything.
  consent: { version: '', sha256: '', at: now, page_url: null, ip: '', user_agent: null },
  tries: 0,
  lease: null,
  test: true,
});
