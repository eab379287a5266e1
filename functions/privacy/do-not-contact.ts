import * as z from 'zod/mini';
import { linked, type Actor, type AuditEntry } from '../../src/shared/audit.ts';
import { isEmail } from '../../src/shared/contact.ts';
import { limits } from '../../src/shared/fields.ts';
import { actorOf, announce } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { SiteDeps } from '../deps.ts';
import { json } from '../http/answer.ts';
import {
  Refusal,
  noSubmission,
  readFields,
  readJson,
  submissionIdSchema,
} from '../http/request.ts';
import { fault } from '../log/log.ts';
import type { Store } from '../store/port.ts';
import type { Person } from '../store/record.ts';
import { numberOf } from './person-hash.ts';

const noPerson =
  'Please send an e-mail address as email, or a number of seven digits or more as phone.';
const noEmail = 'Please send a whole e-mail address as email.';

/** Forms send blank what was left out. */
const blankOr = (isValid: (text: string) => boolean, problem: string) =>
  z.refine<string>((text) => text.trim() === '' || isValid(text), problem);

/** Refuses what could not be found again, or an admin would believe that it is on the list. */
const personSchema = z.object({
  email: z.optional(
    z.string(noEmail).check(
      z.maxLength(limits.email, noEmail),
      blankOr((text) => isEmail(text.trim()), noEmail),
    ),
  ),
  phone: z.optional(
    z.string(noPerson).check(
      z.maxLength(limits.phone, noPerson),
      blankOr((text) => numberOf(text) !== null, noPerson),
    ),
  ),
});

const bodySchema = z.object({
  /** Without it, nothing changes: the answer says whether the person is on the list. */
  on: z.optional(z.boolean('Please send on as true or false.')),
  /** The lead whose person it is. The audit log names it, and never the address. */
  submissionId: z.optional(submissionIdSchema),
});

const nobody = () => new Refusal(422, noPerson);

/** Puts a person on the do-not-contact list, or takes them off. */
export const doNotContact = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const person = personIn(body);
  const hashes = hashesOf(person, deps);
  const { on, submissionId } = readFields(bodySchema, body, nobody);
  const store = await deps.store();
  if (on === undefined) return json(200, { on: await store.isOptedOut(hashes) });
  if (submissionId !== undefined && !(await store.get(submissionId))) {
    throw noSubmission();
  }
  await setOptOut({ person, on, submission: submissionId ?? null }, actorOf(admin), deps);
  return json(200, { on });
});

/** The person in a request. */
export function personIn(body: unknown): Person {
  const person = readFields(personSchema, body, nobody);
  if (!person.email?.trim() && !person.phone?.trim()) throw nobody();
  return person;
}

export function hashesOf(person: Person, { personHash }: Pick<SiteDeps, 'personHash'>): string[] {
  if (!personHash) {
    throw new Refusal(
      503,
      'PRIVACY_KEY is not set on this site, or it is too short: set it to the output of openssl rand -hex 32, and deploy.',
    );
  }
  return personHash(person);
}

interface Change {
  on: boolean;
  /** The lead whose person it is, for the audit log. */
  submission: string | null;
  /** When the person asked, if it wasn't now. */
  since?: string;
}

/** Puts a person on the do-not-contact list, or takes them off. */
export const setOptOut = (
  { person, ...change }: Change & { person: Person },
  by: Actor,
  deps: Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log' | 'personHash'>,
): Promise<AuditEntry | undefined> =>
  changeList({ ...change, hashes: hashesOf(person, deps) }, by, deps);

/** The change and its audit entry are one write. If there is nothing to change, there is no entry. */
export async function changeList(
  { hashes, on, submission, since }: Change & { hashes: readonly string[] },
  by: Actor,
  { store, now, newId, log }: Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log'>,
): Promise<AuditEntry | undefined> {
  const at = now().toISOString();
  const event = { action: on ? 'opted-out' : 'opted-in', submission } as const;
  const written = { id: newId(), at, by, event };
  const open = await store();
  const entry = await open.setOptOut({ hashes, on, at: since ?? at }, (head) =>
    linked(head, written),
  );
  if (entry) announce(entry, log);
  return entry;
}

/**
 * Whether the person asked not to be contacted. If that can't be known, the lead is taken as usual: it is
 * a request to be contacted, and the list is asked again for the next one.
 */
export async function isOptedOut(
  person: Person,
  store: Store,
  { personHash, log }: Pick<SiteDeps, 'personHash' | 'log'>,
): Promise<boolean> {
  try {
    return personHash ? await store.isOptedOut(personHash(person)) : false;
  } catch (error) {
    log(fault('opt-out-not-read', error));
    return false;
  }
}
