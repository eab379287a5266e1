import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { filledIn } from './filled-in.ts';

/** A stored submission without errors so far; each has its own id. */
export function aRecord(different: Partial<SubmissionRecord> = {}): SubmissionRecord {
  const { created_at = '2025-11-03T16:20:00.000Z' } = different;
  return {
    ...filledIn,
    id: crypto.randomUUID(),
    consent_marketing: true,
    created_at,
    source: 'contact_page',
    delivery: { state: 'pending', next_attempt_at: created_at },
    attempts: [],
    consent: {
      version: '2025-10-03',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: created_at,
      page_url: 'https://leadwright.example/contact',
      ip: '203.0.113.7',
      user_agent: null,
    },
    tries: 0,
    lease: null,
    ...different,
  };
}

/** A time this many seconds after a fixed one. */
export const second = (count: number): string =>
  new Date(Date.UTC(2025, 10, 3, 12) + count * 1000).toISOString();

/** One of each delivery state. */
export const deliveries = {
  pending: { state: 'pending', next_attempt_at: second(0) },
  delivered: { state: 'delivered', at: second(0) },
  failed: { state: 'failed', at: second(0) },
  off: { state: 'off' },
  held: { state: 'held', reasons: ['honeypot'] },
} satisfies Record<string, Delivery>;

/** The admins' notes and outcome on a lead. Each word is in no other builder. */
export const followedUp: Pick<SubmissionRecord, 'call_back' | 'notes' | 'outcome'> = {
  outcome: {
    state: 'lost',
    reason: 'price',
    words: 'Zeppelin was cheaper',
    at: second(30),
    by: 'sam@example.com',
  },
  call_back: { at: second(90), by: 'sam@example.com' },
  notes: [
    {
      id: '6f1e6f0a-0b8e-4c39-9d8a-0d6ba0c3c1de',
      at: second(20),
      by: 'sam@example.com',
      text: 'Barks like a beagle',
      edited_at: second(25),
    },
  ],
};
