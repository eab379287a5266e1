import * as z from 'zod/mini';
import { answerSchema, type Answer } from '../../src/shared/submission.ts';
import { actorOf } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, noSubmission, readJson, readSubmissionId } from '../http/request.ts';
import type { Decide, Store } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';

/**
 * An admin says that the person was answered, or takes it back. The first answer stays, and only the
 * answer that the admin saw is taken back: somebody else may have answered since.
 */
export const answerSubmission = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const id = readSubmissionId(body);
  const isAnswered = readFlag(body, 'answered');
  const was = readWas(body);
  const answer: Answer = { at: deps.now().toISOString(), by: actorOf(admin).name };
  const { answered } = await changed(await deps.store(), id, (it) => {
    if (isAnswered) return it.answered ? undefined : { ...it, answered: answer };
    if (!it.answered || (was && !isSame(it.answered, was))) return undefined;
    return { ...it, answered: null };
  });
  return json(200, { answered: answered ?? null });
});

const isSame = (one: Answer, other: Answer): boolean => one.at === other.at && one.by === other.by;

/** An admin puts a lead away, or back. Its delivery goes on. */
export const archiveSubmission = forAdmins(async (request, deps) => {
  const body = await readJson(request);
  const id = readSubmissionId(body);
  const isArchived = readFlag(body, 'archived');
  const { archived } = await changed(await deps.store(), id, (it) =>
    isArchived === Boolean(it.archived) ? undefined : { ...it, archived: isArchived },
  );
  return json(200, { archived: archived ?? false });
});

/** The lead as it is then, also if there was nothing to change. */
async function changed(store: Store, id: string, decide: Decide): Promise<SubmissionRecord> {
  const ofLead: Decide = (it) => (it.test ? undefined : decide(it));
  const record = (await store.change(id, ofLead)) ?? (await store.get(id));
  if (!record || record.test) throw noSubmission();
  return record;
}

function readFlag(body: unknown, name: 'answered' | 'archived'): boolean {
  const { success, data } = z.object({ [name]: z.boolean() }).safeParse(body);
  if (!success) throw new Refusal(400, `Please send ${name} as true or false.`);
  return data[name] === true;
}

/** The answer that the admin saw. Pages that were opened before they sent it have none. */
function readWas(body: unknown): Answer | undefined {
  const { success, data } = z.object({ was: z.optional(answerSchema) }).safeParse(body);
  if (!success) throw new Refusal(400, 'Please send the answer that you take back as was.');
  return data.was;
}
