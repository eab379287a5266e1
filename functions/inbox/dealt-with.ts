import * as z from 'zod/mini';
import { answerSchema, type Answer } from '../../src/shared/follow-up.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, noSubmission, readParameter } from '../http/request.ts';
import type { Decide, Store } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';

const flag = (name: string) => z.boolean(`Please send ${name} as true or false.`);

const answeredBody = z.object({
  answered: flag('answered'),
  /** The answer that the admin saw, or had taken back. */
  was: z.optional(answerSchema),
});
const archivedBody = z.object({ archived: flag('archived') });
const settledBody = z.object({ settled: flag('settled') });

/**
 * An admin says that the person was answered, or takes it back. The first answer stays, and only the
 * answer that the admin saw is taken back: somebody else may have answered since. An undo restores it.
 */
export const answerSubmission = onLead(async ({ id, body }, deps, admin) => {
  const { answered: isAnswered, was } = readParameter(answeredBody, body);
  const now = deps.now().toISOString();
  const answer = { at: now, by: actorOf(admin).name };
  const { answered } = await changed(await deps.store(), id, (it) => {
    const isEarlier = was && it.created_at <= was.at && was.at <= now;
    if (isAnswered) return it.answered ? undefined : { ...it, answered: isEarlier ? was : answer };
    if (!it.answered || (was && !isSame(it.answered, was))) return undefined;
    return { ...it, answered: null };
  });
  return json(200, { answered: answered ?? null });
});

const isSame = (one: Answer, other: Answer): boolean => one.at === other.at && one.by === other.by;

/** An admin puts a lead away, or back. Its delivery goes on. */
export const archiveSubmission = onLead(async ({ id, body }, deps) => {
  const { archived: isArchived } = readParameter(archivedBody, body);
  const { archived } = await changed(await deps.store(), id, (it) =>
    isArchived === Boolean(it.archived) ? undefined : { ...it, archived: isArchived },
  );
  return json(200, { archived: archived ?? false });
});

/** An admin decides that a lead which was given up won't be delivered, or takes that back. */
export const settleSubmission = onLead(async ({ id: submission, body }, deps, admin) => {
  const { settled: isSettled } = readParameter(settledBody, body);
  const by = actorOf(admin);
  const at = deps.now().toISOString();
  const decide = (it: SubmissionRecord) => (isSettled ? settle(it, at, by.name) : reopen(it));
  const store = await deps.store();
  const before = await changed(store, submission, () => undefined);
  if (decide(before)) {
    await appendAction({ action: isSettled ? 'settled' : 'reopened', submission }, by, deps);
  }
  const { delivery } = await changed(store, submission, decide);
  if ((delivery.state === 'settled') === isSettled) return json(200, { delivery });
  throw new Refusal(409, 'Only a lead that was given up can be settled.');
});

function settle(record: SubmissionRecord, at: string, by: string): SubmissionRecord | undefined {
  const { delivery } = record;
  if (delivery.state !== 'failed') return undefined;
  const { at: given_up_at, ...since } = delivery;
  return { ...record, delivery: { ...since, state: 'settled', at, by, given_up_at } };
}

function reopen(record: SubmissionRecord): SubmissionRecord | undefined {
  const { delivery } = record;
  if (delivery.state !== 'settled') return undefined;
  const { given_up_at: at, since } = delivery;
  return { ...record, delivery: { state: 'failed', at, ...(since && { since }) } };
}

/** Returns the lead as it is afterwards, even if there was nothing to change. */
export async function changed(store: Store, id: string, decide: Decide): Promise<SubmissionRecord> {
  const ofLead: Decide = (it) => (it.test ? undefined : decide(it));
  const record = (await store.change(id, ofLead)) ?? (await store.get(id));
  if (!record || record.test) throw noSubmission();
  return record;
}
