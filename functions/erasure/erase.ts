import * as z from 'zod/mini';
import type { Actor } from '../../src/shared/audit.ts';
import { announce, actorOf, appendAction, entryOf } from '../audit/audit-log.ts';
import type { Deps } from '../deps.ts';
import { longestAttempt } from '../delivery/attempt.ts';
import { personIn, rightsMessages } from '../opt-outs/person.ts';
import type { ErasureLog, Spared } from '../store/port.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { readJson, readParameter } from '../http/request.ts';
import { requireKey, requireListKey } from '../opt-outs/may-contact.ts';
import { later } from '../durations.ts';

type ErasureDeps = Pick<Deps, 'store' | 'now' | 'newId' | 'log' | 'personHash'>;

/** After an interruption, the log names exactly the erased leads: a group and its audit entry are one write. */
export async function erase(
  ids: readonly string[],
  by: Actor,
  { store, now, newId, log, personHash }: ErasureDeps,
  { notify, ...spared }: Spared & Pick<ErasureLog, 'notify'> = {},
): Promise<number> {
  const at = now().toISOString();
  const written: ErasureLog = {
    entry: (submissions) => entryOf({ action: 'erased', submissions }, by, { now, newId }),
    notify,
    written: (entry) => announce(entry, log),
  };
  const erased = await (await store()).erase(ids, at, { ...spared, personHash, log: written });
  log({ event: 'erased', count: erased });
  return erased;
}

const noCount = 'Please send count as a whole number, or leave it out.';

const bodySchema = z.object({
  /** The count from an earlier answer. If undefined, the leads are only counted. */
  count: z.optional(z.int(noCount).check(z.nonnegative(noCount))),
});

/** Leads per request: a function can erase this many in time. */
const erasedAtOnce = 1000;

/** Erases all leads with one of the person's addresses or numbers. The names show whether a colleague shares them. */
export const erasePerson = forAdmins(async (request, deps, admin) => {
  // In the body, because logs keep the URL of a request.
  const body = await readJson(request);
  const person = personIn(body);
  const { count } = readParameter(bodySchema, body);
  const store = await deps.store();
  const found = await store.leadsOf(person, erasedAtOnce + 1);
  const leads = found.slice(0, erasedAtOnce);
  const names = [...new Set(leads.map(({ name }) => name))].toSorted();
  const answer = { count: leads.length, more: found.length > leads.length, names };
  if (count === undefined) return json(200, answer);
  if (count !== leads.length)
    return json(409, { error: `There are ${leads.length} leads of this person now.`, ...answer });
  await requireListKey(store, deps.personHash);
  const wish = { type: 'erased', at: deps.now().toISOString() } as const;
  const ids = leads.map(({ id }) => id);
  const erased = await erase(ids, actorOf(admin), deps, {
    // A running delivery ends before this time, so the receiver hears of the erasure after the lead.
    notify: (people) => rightsMessages(people, wish, deps, later(deps.now(), longestAttempt)),
  });
  return json(200, { erased });
});

/** The caller must have the address or number: tombstones have keyed hashes only, so an admin can't list people. */
export const erasedConsent = forAdmins(async (request, deps, admin) => {
  const person = personIn(await readJson(request));
  const store = await deps.store();
  // With another key, the answer would wrongly be empty.
  const personHash = await requireKey(store, deps.personHash);
  await appendAction({ action: 'looked-up', list: 'erased' }, actorOf(admin), deps);
  const tombstones = await store.tombstonesOf(personHash(person));
  const agreed = tombstones.flatMap(({ consent, erased_at }) =>
    consent ? [{ version: consent.version, at: consent.at, erased_at }] : [],
  );
  return json(200, { agreed: agreed.toSorted((a, b) => b.at.localeCompare(a.at)) });
});
