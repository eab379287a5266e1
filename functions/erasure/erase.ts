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

/**
 * Erases these leads. If this breaks off, the log still names every lead that was erased, and no other: the
 * erasure of some leads and its audit entry are one write.
 */
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
  /** The count that an earlier answer gave. Without it, nothing is erased: the leads are only counted. */
  count: z.optional(z.int(noCount).check(z.nonnegative(noCount))),
});

/** How many leads one request erases. A function can erase as many in time. */
const erasedAtOnce = 1000;

/**
 * Erases all leads of a person who asked for it: those with one of these addresses or numbers. The names say whether
 * a colleague uses the same one.
 */
export const erasePerson = forAdmins(async (request, deps, admin) => {
  // In the body, because logs keep the address of a request.
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
    // A delivery that is under way ends before that: the receiver hears of the erasure after the lead.
    notify: (people) => rightsMessages(people, wish, deps, later(deps.now(), longestAttempt)),
  });
  return json(200, { erased });
});

/**
 * Answers what an erased person had agreed to. The caller must have their e-mail address or phone number:
 * tombstones have keyed hashes only, so nobody can list the people behind them.
 */
export const erasedConsent = forAdmins(async (request, deps, admin) => {
  const person = personIn(await readJson(request));
  const store = await deps.store();
  // Under another key, it would seem that nobody was erased.
  const personHash = await requireKey(store, deps.personHash);
  await appendAction({ action: 'looked-up', list: 'erased' }, actorOf(admin), deps);
  const tombstones = await store.tombstonesOf(personHash(person));
  const agreed = tombstones.flatMap(({ consent, erased_at }) =>
    consent ? [{ version: consent.version, at: consent.at, erased_at }] : [],
  );
  return json(200, { agreed: agreed.toSorted((a, b) => b.at.localeCompare(a.at)) });
});
