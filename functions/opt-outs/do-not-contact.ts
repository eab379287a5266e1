import * as z from 'zod/mini';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { noSubmission, readFields, readJson, submissionIdSchema } from '../http/request.ts';
import { mayContact, requireKey } from './may-contact.ts';
import { allowContact, applyList, optOut } from './opt-out.ts';
import { noPersonRefusal, personIn } from './person.ts';

const bodySchema = z.object({
  /** If undefined, nothing changes, and the answer only says whether the person is on the list. */
  on: z.optional(z.boolean('Please send on as true or false.')),
  /** A lead of the person. The audit log names the lead, and never the address. */
  submissionId: z.optional(submissionIdSchema),
});

export const doNotContact = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const person = personIn(body);
  const { on, submissionId } = readFields(bodySchema, body, noPersonRefusal);
  const store = await deps.store();
  const personHash = deps.personHash ?? (await requireKey(store, undefined));
  const lead = submissionId === undefined ? undefined : await store.get(submissionId);
  if (on !== undefined && submissionId !== undefined && !lead) throw noSubmission();
  const by = actorOf(admin);
  const isChanged =
    on !== undefined && (await (on ? optOut : allowContact)(person, lead?.id ?? null, by, deps));
  // A lead's panel looks up the lead's own person. Any other look-up has an audit entry.
  const [hashes, leadHashes] = [personHash(person), lead ? personHash(lead) : []];
  const isOwn = hashes.every((hash) => leadHashes.includes(hash));
  if (!isChanged && !isOwn)
    await appendAction({ action: 'looked-up', list: 'do-not-contact' }, by, deps);
  const isAll = lead && isOwn && leadHashes.every((hash) => hashes.includes(hash));
  const { allowed, ...since } = isAll
    ? await applyList(lead, store, deps)
    : await mayContact(person, store, deps);
  return json(200, { on: !allowed, ...since });
});
