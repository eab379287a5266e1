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
import type { Decide, OptOutChange, Store } from '../store/port.ts';
import type { Person, PersonHash } from '../store/record.ts';
import { identifiersIn, markOf, requireReadable, standingOf } from './list.ts';
import { numberOf } from './person-hash.ts';
import { givenBack, stopped } from './stopping.ts';

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
  /** With `on` as false: the id of the opt-out that is taken back. Without it, all opt-outs end. */
  undo: z.optional(z.string('Please send undo as text.')),
  /** The lead whose person it is. The audit log names it, and never the address. */
  submissionId: z.optional(submissionIdSchema),
});

const nobody = () => new Refusal(422, noPerson);

/** Puts a person on the do-not-contact list, or takes them off. */
export const doNotContact = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const person = personIn(body);
  const { on, undo, submissionId } = readFields(bodySchema, body, nobody);
  const store = await deps.store();
  const answer = async (more = {}) => {
    const { which } = await standingOf(person, store, deps.personHash);
    return json(200, { on: which.length > 0, which, ...more });
  };
  if (on === undefined) {
    const answered = await answer();
    requireKey(deps);
    return answered;
  }
  if (submissionId !== undefined && !(await store.get(submissionId))) {
    throw noSubmission();
  }
  const wish = { person, on, undo, submission: submissionId ?? null };
  const changed = await setOptOut(wish, actorOf(admin), deps);
  return answer({ undo: changed ? undoOf(wish, changed, deps) : null });
});

/** The request that takes a change back: an opt-out by its entry, so that a colleague's stays. */
function undoOf(
  { person, on }: Wish,
  { entry, taken }: Changed,
  deps: Pick<SiteDeps, 'personHash'>,
): object | null {
  if (on) return { ...person, on: false, undo: entry.id };
  const lifted = identifiersIn(taken, person, requireKey(deps));
  if (lifted.length === 0) return null;
  return { ...Object.fromEntries(lifted.map((it) => [it, person[it]])), on: true };
}

/** The person in a request. */
export function personIn(body: unknown): Person {
  const person = readFields(personSchema, body, nobody);
  if (!person.email?.trim() && !person.phone?.trim()) throw nobody();
  return person;
}

export const hashesOf = (person: Person, deps: Pick<SiteDeps, 'personHash'>): string[] =>
  requireKey(deps)(person);

function requireKey({ personHash }: Pick<SiteDeps, 'personHash'>): PersonHash {
  if (personHash) return personHash;
  throw new Refusal(
    503,
    'PRIVACY_KEY is not set on this site, or it is too short: set it to the output of openssl rand -hex 32, and deploy.',
  );
}

interface Wish {
  person: Person;
  on: boolean;
  /** The id of the opt-out that is taken back. */
  undo?: string | undefined;
  /** The lead whose person it is, for the audit log. */
  submission: string | null;
  /** When the person asked, if it wasn't now. */
  since?: string;
}

type Changed = NonNullable<Awaited<ReturnType<Store['setOptOut']>>>;

type OptOutDeps = Pick<SiteDeps, 'store' | 'now' | 'newId' | 'log'>;

/**
 * Puts a person on the do-not-contact list and holds their open leads, or takes them off. Undefined if the
 * list says so already.
 */
export async function setOptOut(
  { person, on, undo, submission, since }: Wish,
  by: Actor,
  deps: OptOutDeps & Pick<SiteDeps, 'personHash'>,
): Promise<Changed | undefined> {
  const store = await deps.store();
  // Hashes under two keys would be two lists, of which only one is read.
  await requireReadable(store, deps.personHash);
  const personHash = requireKey(deps);
  const hashes = personHash(person);
  const at = deps.now().toISOString();
  const id = deps.newId();
  const asked = [{ entry: id, by: by.uid ?? by.name }];
  const changed = await changeList(
    on ? { hashes, on, at: since ?? at, asked, mark: markOf(personHash) } : { hashes, on, undo },
    { id, at, by, event: eventOf({ on, undo, submission }) },
    deps,
  );
  // This is repeated even if the list hasn't changed, because the call before may have ended here.
  if (on) await eachLead(person, store, (it) => stopped(it, changed ? [id] : []));
  else if (undo !== undefined) await giveBack(person, undo, store, deps);
  return changed;
}

const eventOf = ({ on, undo, submission }: Pick<Wish, 'on' | 'undo' | 'submission'>) =>
  on
    ? ({ action: 'opted-out', submission } as const)
    : ({ action: 'opted-in', submission, ...(undo !== undefined && { undone: undo }) } as const);

/** The change and its audit entry are one write. */
export async function changeList(
  change: OptOutChange,
  written: Pick<AuditEntry, 'id' | 'at' | 'by' | 'event'>,
  { store, log }: OptOutDeps,
): Promise<Changed | undefined> {
  const changed = await (await store()).setOptOut(change, (head) => linked(head, written));
  if (changed) announce(changed.entry, log);
  return changed;
}

/** More than anybody has. What is missed here is found before it is sent. */
const mostLeads = 1000;

async function eachLead(person: Person, store: Store, decide: Decide): Promise<void> {
  const ids = await store.idsAbout(person, mostLeads);
  await Promise.all(ids.map((id) => store.change(id, decide)));
}

/** Leads that this opt-out stopped get their delivery back, unless the person is on the list all the same. */
async function giveBack(
  person: Person,
  entry: string,
  store: Store,
  { personHash, now }: Pick<SiteDeps, 'personHash' | 'now'>,
): Promise<void> {
  const ids = await store.idsAbout(person, mostLeads);
  for (const id of ids) {
    const lead = await store.get(id);
    if (!lead?.stopped) continue;
    const { which } = await standingOf(lead, store, personHash);
    const undo = { entry, isOn: which.length > 0, now: now().toISOString() };
    await store.change(id, (it) => givenBack(it, undo));
  }
}
