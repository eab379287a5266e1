/** The leads of a site after some years. */
import { fingerprintOf } from '../../../functions/opt-outs/may-contact.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import { keptId, type Kept } from '../../../functions/store/collections.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import type { Attempt, Delivery } from '../../../src/shared/submission.ts';
import { anEntry, appendTo } from './audit.ts';
import { aRecord, followedUp, second } from './record.ts';

const names = [
  'Dana Roe',
  'Zoë "Zo" Peña-O’Neill',
  '=1+1',
  'Ἀθηνᾶ 👩‍🚒 Σοφός',
  'a\0b\u202e\\n',
  '李 小龍',
];
const messages = [
  null,
  'x'.repeat(1000),
  'line\nline\r\n\ttab',
  '👍🏽'.repeat(250),
  '"},{"kind":"end"}',
];
const attempts: Attempt[] = Array.from({ length: 20 }, (_, i) => ({
  at: second(i),
  ms: 12.5 * i,
  ...(i % 2 ? { status: 503, answer: 'Later, '.repeat(30) } : { error: 'timeout' }),
  ...(i % 3 === 0 && { by: 'sam@example.com' }),
}));

const deliveries = (i: number): Delivery[] => [
  { state: 'pending', next_attempt_at: second(i), ...(i % 3 === 0 && { since: second(i - 9) }) },
  { state: 'delivered', at: second(i) },
  { state: 'failed', at: second(i) },
  { state: 'off' },
  { state: 'held', reasons: ['honeypot', 'link in a name'] },
];

const of = <T>(values: readonly T[], i: number): T => values[i % values.length] as T;

/** Leads in every state and with every kind of text; each differs from the one before. */
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
    ...(i % 4 === 1 && followedUp),
    lease: i % 11 === 0 ? { holder: crypto.randomUUID(), until: second(i + 15) } : null,
  });
}

const submissionOf = (i: number): Kept => ({ kind: 'submission', submission: collectedRecord(i) });

const tombstoneOf = (i: number): Kept => {
  const { id, consent } = collectedRecord(i);
  const { version, sha256, at } = consent;
  const proof = i % 2 ? null : { version, sha256, at };
  const person = ['e'.repeat(64)];
  return { kind: 'tombstone', tombstone: { id, erased_at: second(i), consent: proof, person } };
};

const actions = (erased: string[]): AuditEvent[] => [
  { action: 'erased', submissions: erased },
  { action: 'released', submission: 'c' },
];

/** Writes several in one transaction, which takes less time than one for each. */
export async function storeMany(
  store: Store,
  count: number,
  record: (i: number) => SubmissionRecord,
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => i);
  await store.add(
    'submissions',
    numbers.map((i) => ({ kind: 'submission', submission: record(i) })),
  );
}

/** This many submissions, one erased lead for every fifty of them, roles, an audit log and opt-outs. */
export async function collect(store: Store, count: number): Promise<void> {
  const atOnce = 500;
  const erased: string[] = [];
  for (let done = 0; done < count; done += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - done) }, (_, i) => done + i);
    const tombstones = numbers.filter((it) => it % 50 === 0).map(tombstoneOf);
    erased.push(...tombstones.map(keptId));
    await store.add('submissions', [...numbers.map(submissionOf), ...tombstones]);
  }
  for (const role of ['admin', 'auditor']) await store.grantRole('u_1', role);
  await store.grantRole('u1', 'admin', 'u1@example.com');
  for (let i = 0; i < 7; i++) await appendTo(store, of(actions(erased.slice(0, 2)), i));
  const hashes = ['a', 'b', 'c'].map((it) => it.repeat(64));
  const fingerprint = fingerprintOf(personHasher('a'.repeat(64)));
  for (const [i, hash] of hashes.entries()) {
    const entry = anEntry({ action: 'opted-out', submission: null });
    await store.optOut({ hashes: [hash], at: second(i), how: 'stop-page', fingerprint }, entry);
  }
}
