import * as z from 'zod/mini';
import { answerSchema, type Answer } from '../../src/shared/follow-up.ts';
import { actorOf } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { noSubmission, readParameter } from '../http/request.ts';
import type { Decide, Store } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';

const flag = (name: string) => z.boolean(`Please send ${name} as true or false.`);

const answeredBody = z.object({
  answered: flag('answered'),
  /** The answer that the admin saw, or had taken back. */
  was: z.optional(answerSchema),
});
const archivedBody = z.object({ archived: flag('archived') });

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

/** An admin puts a lead away, or back. A pending delivery goes on, and a failed one is over. */
export const archiveSubmission = onLead(async ({ id, body }, deps) => {
  const { archived: isArchived } = readParameter(archivedBody, body);
  const { archived } = await changed(await deps.store(), id, (it) =>
    isArchived === Boolean(it.archived) ? undefined : { ...it, archived: isArchived },
  );
  return json(200, { archived: archived ?? false });
});

/** Returns the lead as it is afterwards, even if there was nothing to change. */
export async function changed(store: Store, id: string, decide: Decide): Promise<SubmissionRecord> {
  const ofLead: Decide = (it) => (it.test ? undefined : decide(it));
  const record = (await store.change(id, ofLead)) ?? (await store.get(id));
  if (!record || record.test) throw noSubmission();
  return record;
}
