import * as z from 'zod/mini';
import { atMost } from '../../src/shared/at-most.ts';
import type { Actor } from '../../src/shared/audit.ts';
import { limits } from '../../src/shared/fields.ts';
import { announce, actorOf, appendAction, entryOf } from '../audit/audit-log.ts';
import type { SiteDeps } from '../deps.ts';
import { noticesOf } from '../privacy/person.ts';
import type { ErasureLog, Spared } from '../store/port.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { readJson, readParameter } from '../http/request.ts';
import { foldEmail } from '../store/record.ts';
import { personIn } from '../privacy/do-not-contact.ts';
import { requireKey, requireListKey } from '../privacy/opt-out-list.ts';

type ErasureDeps = Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log' | 'personHash'>;

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

const noEmail = 'Please send the e-mail address as email.';
const noCount = 'Please send count and same_phone as whole numbers, or leave them out.';
const counted = z.int(noCount).check(z.nonnegative(noCount));

const bodySchema = z.object(
  {
    // In the body, because logs keep the address of a request.
    email: z
      .string(noEmail)
      .check(z.trim(), z.minLength(1, noEmail), atMost(limits.email, noEmail)),
    /** The count that an earlier answer gave. Without it, nothing is erased: the leads are only counted. */
    count: z.optional(counted),
    /** How many others with the same phone number are erased, too. Without it, none. */
    same_phone: z.optional(counted),
  },
  noEmail,
);

/** How many leads one request erases. A function can erase as many in time. */
const erasedAtOnce = 1000;

/**
 * Erases all leads of a person who asked for it: those with their address and, if the admin wants that, those
 * with the same phone number, which may be a colleague's.
 */
export const erasePerson = forAdmins(async (request, deps, admin) => {
  const { email, count, same_phone } = readParameter(bodySchema, await readJson(request));
  const store = await deps.store();
  const folded = foldEmail(email);
  const found = await store.idsOf(folded, erasedAtOnce + 1);
  const ids = found.slice(0, erasedAtOnce);
  const samePhone = await store.samePhoneAs(folded, 1 + erasedAtOnce - ids.length);
  const names = [...new Set(samePhone.map(({ name }) => name))];
  const answer = {
    count: ids.length,
    more: found.length > ids.length,
    same_phone: { count: samePhone.length, names },
  };
  if (count === undefined) return json(200, answer);
  if (count !== ids.length || (same_phone ?? samePhone.length) !== samePhone.length) {
    const now = `There are now ${ids.length} with this address, and ${samePhone.length} more with the same phone number.`;
    return json(409, { error: now, ...answer });
  }
  await requireListKey(store, deps.personHash);
  // The others come first, because they are found by these.
  const others = same_phone === undefined ? [] : samePhone.map(({ id }) => id);
  const wish = { type: 'erased', at: deps.now().toISOString() } as const;
  const erased = await erase([...others, ...ids], actorOf(admin), deps, {
    notify: (people) => noticesOf(people, wish, deps),
  });
  deps.waitUntil(deps.sendNotices(deps));
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
