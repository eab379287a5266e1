/** What a site may have collected in some years. */
import type { Kept } from '../../functions/store/moving.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import type { Store } from '../../functions/store/store.ts';
import type { Attempt, Delivery } from '../../src/shared/submission.ts';
import { appendTo } from './audit.ts';
import { aRecord, second } from './record.ts';

const names = ['Dana Roe', 'Zoë "Zo" Peña-O’Neill', '=1+1', 'Ἀθηνᾶ 👩‍🚒 Σοφός', 'a\0b\u202e\\n', '李 小龍'];
const messages = [null, 'x'.repeat(1000), 'line\nline\r\n\ttab', '👍🏽'.repeat(250), '"},{"kind":"end"}'];
const attempts: Attempt[] = Array.from({ length: 20 }, (_, i) => ({
  at: second(i),
  ms: 12.5 * i,
  ...(i % 2 ? { status: 503, answer: 'Later, '.repeat(30) } : { error: 'timeout' }),
  ...(i % 3 === 0 && { by: 'sam@example.com' }),
}));

const deliveries = (i: number): Delivery[] => [
  { state: 'pending', next_attempt_at: second(i) },
  { state: 'delivered', at: second(i) },
  { state: 'failed', at: second(i) },
  { state: 'off' },
  { state: 'held', reasons: ['honeypot', 'link in a name'] },
];

const of = <T>(values: readonly T[], i: number): T => values[i % values.length] as T;

/** In every state, with every kind of text, and each another than the one before. */
export function collectedRecord(i: number, id: string = crypto.randomUUID()): SubmissionRecord {
  return aRecord({
    id,
    name: `${of(names, i)} ${i}`,
    email: `Someone.${i}@Example.COM`,
    message: of(messages, i),
    industry: of(['roofing', 'tree-service', 'Überdachung'], i),
    source: of(['contact_page', 'contact_form'], i),
    created_at: second(i),
    delivery: of(deliveries(i), i),
    attempts: attempts.slice(0, (i * 7) % 21),
    tries: i % 10,
    lease: i % 11 === 0 ? { holder: crypto.randomUUID(), until: second(i + 15) } : null,
  });
}

const collected = (i: number): Kept => {
  const submission = collectedRecord(i);
  const { id, consent } = submission;
  const { version, sha256, at } = consent;
  if (i % 50 !== 49) return { kind: 'submission', submission };
  const proof = i % 100 === 49 ? null : { version, sha256, at };
  return { kind: 'tombstone', tombstone: { id, erased_at: second(i), consent: proof } };
};

/** One of 50 was erased. */
export async function collect(store: Store, count: number): Promise<void> {
  const atOnce = 500;
  for (let done = 0; done < count; done += atOnce) {
    const length = Math.min(atOnce, count - done);
    await store.keep(Array.from({ length }, (_, i) => collected(done + i)));
  }
  for (const [user, role] of [
    ['u_1', 'admin'],
    ['u1', 'admin'],
    ['u1', 'auditor'],
  ] as const) {
    await store.grantRole(user, role);
  }
  for (let i = 0; i < 7; i++) {
    await appendTo(store, of([{ action: 'erased', submissions: ['a', 'b'] }, { action: 'released', submission: 'c' }], i));
  }
}
