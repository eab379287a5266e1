import * as z from 'zod/mini';
import type { Answer } from '../../src/shared/submission.ts';
import { actorOf } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import { noSubmission, readJson, readSubmissionId } from '../http/request.ts';
import type { Decide, Store } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';

/** An admin says that the person was answered, or takes it back. The first answer stays. */
export const answerSubmission = forAdmins(['POST'], async (request, deps, admin) => {
  const body = await readJson(request);
  const id = readSubmissionId(body);
  const isAnswered = readFlag(body, 'answered');
  const answer: Answer = { at: deps.now().toISOString(), by: actorOf(admin).name };
  const { answered } = await changed(await deps.store(), id, (it) => {
    if (isAnswered === Boolean(it.answered)) return undefined;
    return { ...it, answered: isAnswered ? answer : null };
  });
  return json(200, { answered: answered ?? null });
});

/** An admin puts a lead away, or back. Its delivery goes on. */
export const archiveSubmission = forAdmins(['POST'], async (request, deps) => {
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
