import { randomUUID } from 'node:crypto';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { filledIn } from './filled-in.ts';

export const someTime = '2026-03-02T15:04:05.678Z';

/** A submission as it is stored the moment it came, due at once. */
export function someRecord(change: Partial<SubmissionRecord> = {}): SubmissionRecord {
  return {
    ...filledIn,
    id: randomUUID(),
    created_at: someTime,
    source: 'contact_page',
    delivery: { state: 'pending', next_attempt_at: someTime },
    attempts: [],
    consent: {
      version: '2025-10-03',
      sha256: 'a'.repeat(64),
      at: someTime,
      page_url: 'http://localhost:8888/contact',
      ip: '203.0.113.7',
      user_agent: 'Mozilla/5.0',
    },
    tries: 0,
    lease: null,
    ...change,
  };
}
