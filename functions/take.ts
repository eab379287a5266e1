import { firstProblem, submissionSchema, type Submission } from '../src/shared/contact.ts';
import type { Delivery } from '../src/shared/submission.ts';
import { consentReceipt } from './consent-receipt.ts';
import type { Deps } from './deps.ts';
import { Refusal } from './http/refusal.ts';
import { enter } from './limit/enter.ts';
import { deliver } from './relay/deliver.ts';
import type { SubmissionRecord } from './store/record.ts';

/** Stores a submission unless its id is taken, and sees to its delivery after the answer. */
export async function take(
  fields: unknown,
  request: Request,
  deps: Deps,
): Promise<{ id: string; isNew: boolean }> {
  const record = recordOf(parse(fields), request, deps);
  const { id, delivery } = record;
  const store = await deps.store();
  // Before the write: a flood must not store anything, nor make anyone pay for it.
  const isNew = (await enter(id, store, deps)) && (await store.create(record));
  deps.log({ event: isNew ? 'submission' : 'submission known', id, delivery: delivery.state });
  if (isNew && delivery.state === 'pending') deps.waitUntil(deliver(id, deps));
  return { id, isNew };
}

function parse(fields: unknown): Submission {
  const parsed = submissionSchema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const { error, field } = firstProblem(parsed.error);
  // Not even fields: nothing that a form has sent.
  if (field === '') throw new Refusal(400, error);
  throw new Refusal(422, error, { field });
}

function recordOf(submission: Submission, request: Request, deps: Deps): SubmissionRecord {
  const { consent_version, website, ...lead } = submission;
  const now = deps.now().toISOString();
  return {
    ...lead,
    created_at: now,
    delivery: firstDelivery(website, now, deps),
    attempts: [],
    consent: consentReceipt(consent_version, request, deps.ip, now),
    tries: 0,
    lease: null,
  };
}

function firstDelivery(trap: string | undefined, now: string, { target }: Deps): Delivery {
  if (trap) return { state: 'held', reasons: ['honeypot'] };
  return target ? { state: 'pending', next_attempt_at: now } : { state: 'off' };
}
