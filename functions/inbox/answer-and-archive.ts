import * as z from 'zod/mini';
import type { AuditEntry } from '../../src/shared/audit.ts';
import { actorOf, announce, entryOf } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import type { Deps } from '../deps.ts';
import { json } from '../http/answer.ts';
import { noSubmission, readParameter } from '../http/request.ts';
import type { Decide } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';

const flag = (name: string) => z.boolean(`Please send ${name} as true or false.`);

const answeredBody = z.object({ answered: flag('answered') });
const archivedBody = z.object({ archived: flag('archived') });

/** Sets or removes the answer. The first answer stays. Its name is the caller's, and its time is the server's. */
export const answerSubmission = onLead(async ({ id: submission, body }, deps, admin) => {
  const { answered: isAnswered } = readParameter(answeredBody, body);
  const by = actorOf(admin);
  const entry = entryOf({ action: isAnswered ? 'answered' : 'unanswered', submission }, by, deps);
  const answered = isAnswered ? { at: entry.at, by: by.name } : null;
  const updated = await changed(
    deps,
    submission,
    (lead) => (isAnswered === Boolean(lead.answered) ? undefined : { ...lead, answered }),
    entry,
  );
  return json(200, { answered: updated.answered ?? null });
});

/** Archives or restores a lead. A pending delivery goes on, and a failed one is over. */
export const archiveSubmission = onLead(async ({ id: submission, body }, deps, admin) => {
  const { archived: isArchived } = readParameter(archivedBody, body);
  const action = isArchived ? 'archived' : 'unarchived';
  const { archived } = await changed(
    deps,
    submission,
    (lead) =>
      isArchived === Boolean(lead.archived) ? undefined : { ...lead, archived: isArchived },
    entryOf({ action, submission }, actorOf(admin), deps),
  );
  return json(200, { archived: archived ?? false });
});

/** Writes the change and the audit entry together. Returns the current lead, even if nothing has changed. */
export async function changed(
  deps: Pick<Deps, 'store' | 'log'>,
  id: string,
  decide: Decide,
  entry?: AuditEntry,
): Promise<SubmissionRecord> {
  const store = await deps.store();
  const written = await store.change(id, decide, { entry });
  if (written && entry) announce(entry, deps.log);
  const record = written ?? (await store.get(id));
  if (!record) throw noSubmission();
  return record;
}
