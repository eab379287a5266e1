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

/**
 * An admin says that the person was answered, or takes that back. The first answer stays. Its name and time are
 * always the caller's and the server's.
 */
export const answerSubmission = onLead(async ({ id: submission, body }, deps, admin) => {
  const { answered: isAnswered } = readParameter(answeredBody, body);
  const by = actorOf(admin);
  const entry = entryOf({ action: isAnswered ? 'answered' : 'unanswered', submission }, by, deps);
  const answered = isAnswered ? { at: entry.at, by: by.name } : null;
  const after = await changed(
    deps,
    submission,
    (it) => (isAnswered === Boolean(it.answered) ? undefined : { ...it, answered }),
    entry,
  );
  return json(200, { answered: after.answered ?? null });
});

/** An admin puts a lead away, or back. A pending delivery goes on, and a failed one is over. */
export const archiveSubmission = onLead(async ({ id: submission, body }, deps, admin) => {
  const { archived: isArchived } = readParameter(archivedBody, body);
  const action = isArchived ? 'archived' : 'unarchived';
  const { archived } = await changed(
    deps,
    submission,
    (it) => (isArchived === Boolean(it.archived) ? undefined : { ...it, archived: isArchived }),
    entryOf({ action, submission }, actorOf(admin), deps),
  );
  return json(200, { archived: archived ?? false });
});

/**
 * Stores what `decide` makes of the lead, in one write with the audit entry. Returns the lead as it is afterwards,
 * even if there was nothing to change.
 */
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
