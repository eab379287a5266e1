import * as z from 'zod/mini';
import type { Actor } from '../../src/shared/audit.ts';
import { isEmail } from '../../src/shared/contact.ts';
import { limits } from '../../src/shared/fields.ts';
import { numbersIn } from '../../src/shared/reach.ts';
import { isOptOut } from '../../src/shared/submission.ts';
import { actorOf, announce, appendAction, entryOf } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { Deps } from '../deps.ts';
import { json } from '../http/answer.ts';
import {
  Refusal,
  noSubmission,
  readFields,
  readJson,
  submissionIdSchema,
} from '../http/request.ts';
import type { Store } from '../store/port.ts';
import type { Person, SubmissionRecord } from '../store/record.ts';
import {
  givenBack,
  markOf,
  onList,
  partOf,
  refusalWithoutKey,
  requireKey,
  stopped,
} from './opt-out-list.ts';
import { noticesOf } from './person.ts';

/** For the form of /stop as well as for JSON. */
const noPerson = 'Please give an e-mail address, or a phone number of seven digits or more.';
const noEmail = 'Please give a whole e-mail address.';
const noPhone = 'Please give a phone number of seven digits or more.';

/** Forms send blank what was left out. Refuses what an admin would believe that the list can find again. */
const textOr = (problem: string, longest: number, isValid: (text: string) => boolean) =>
  z.optional(
    z.string(problem).check(
      // All checks run, so the length is part of this one: a long text would take minutes to read.
      z.refine((it) => it.trim() === '' || (it.length <= longest && isValid(it)), problem),
    ),
  );

const personSchema = z.object({
  email: textOr(noEmail, limits.email, (text) => isEmail(text.trim())),
  phone: textOr(noPhone, limits.phone, (text) => numbersIn(text).length > 0),
});

const bodySchema = z.object({
  /** Without it, nothing changes: the answer says whether the person is on the list. */
  on: z.optional(z.boolean('Please send on as true or false.')),
  /** With `on` as false: the id of the opt-out that is taken back. Without it, all opt-outs end. */
  undo: z.optional(z.string('Please send undo as text.')),
  /** The lead whose person it is. The audit log names it, and never the address. */
  submissionId: z.optional(submissionIdSchema),
});

const nobody = () => new Refusal(422, noPerson, { field: 'email' });

/** Puts a person on the do-not-contact list, or takes them off. */
export const doNotContact = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const person = personIn(body);
  const { on, undo, submissionId } = readFields(bodySchema, body, nobody);
  const store = await deps.store();
  const { personHash } = deps;
  if (!personHash) throw await refusalWithoutKey(store);
  const lead = submissionId === undefined ? undefined : await store.get(submissionId);
  if (on !== undefined && submissionId !== undefined && !lead) throw noSubmission();
  const by = actorOf(admin);
  const wish = { person, undo, submission: submissionId ?? null };
  const changed = on === undefined ? undefined : await setOptOut({ ...wish, on }, by, deps);
  // The panel of a lead asks about its own person. Any other look-up has an entry.
  const own = lead ? personHash(lead) : [];
  if (!changed && !personHash(person).every((it) => own.includes(it))) {
    await appendAction({ action: 'looked-up', list: 'do-not-contact' }, by, deps);
  }
  const which = Object.keys((await onList(person, store, personHash)) ?? {});
  const standing = { on: which.length > 0, which };
  if (on === undefined) {
    if (lead) await markAsListed(lead, store, deps, standing.on);
    return json(200, standing);
  }
  // The request that takes this back. An opt-out is named by its entry, so that a colleague's stays.
  const lifted = partOf(person, changed?.taken ?? [], personHash);
  const back = on
    ? changed && { ...person, on: false, undo: changed.entry.id }
    : lifted && { ...lifted, on: true };
  return json(200, { ...standing, undo: back ?? null });
});

export function personIn(body: unknown): Person {
  const person = readFields(personSchema, body, nobody);
  if (!person.email?.trim() && !person.phone?.trim()) throw nobody();
  return person;
}

/** A texting tool may send null, or a placeholder, for the part that it doesn't have. */
const usable = z.object({
  email: z.catch(personSchema.shape.email, undefined),
  phone: z.catch(personSchema.shape.phone, undefined),
});

/** The person in a tool's request: the parts that can be used, if there are any. */
export function usablePersonIn(body: unknown): Person {
  const { data = {} } = usable.safeParse(body);
  return data.email?.trim() || data.phone?.trim() ? data : personIn(body);
}

interface Wish {
  person: Person;
  on: boolean;
  /** The id of the opt-out that is taken back. */
  undo?: string | undefined;
  /** The lead whose person it is, for the audit log. */
  submission: string | null;
  /** A lead that the caller releases itself. */
  except?: string;
}

/**
 * Puts a person on the do-not-contact list and holds their open leads, or takes them off. Undefined if the
 * list says so already. The change, its audit entry and its notices are one write.
 */
export async function setOptOut(wish: Wish, by: Actor, deps: Deps) {
  const { person, on, undo, submission, except } = wish;
  const store = await deps.store();
  const personHash = await requireKey(store, deps.personHash);
  const hashes = personHash(person);
  const now = deps.now();
  const at = now.toISOString();
  const event = on
    ? ({ action: 'opted-out', submission } as const)
    : ({ action: 'opted-in', submission, ...(undo !== undefined && { undone: undo }) } as const);
  const entry = entryOf(event, by, deps);
  const asked = [{ entry: entry.id, by: by.uid ?? by.name }];
  const taken = await store.setOptOut(
    on ? { hashes, on, at, asked, mark: markOf(personHash) } : { hashes, on, undo },
    entry,
    (moved) => {
      // If somebody else asked as well, the person is still on the list: nobody may hear otherwise.
      const told = on ? person : (partOf(person, moved, personHash) ?? {});
      return noticesOf([told], { type: event.action, at }, deps);
    },
  );
  if (taken) {
    announce(entry, deps.log);
    deps.waitUntil(deps.sendNotices(deps));
  }
  const change = async (lead: string) => {
    if (on) return store.change(lead, (it) => stopped(it, now));
    const stored = await store.get(lead);
    // The other part of this lead's person may still be on the list.
    const isListed = !stored || (await onList(stored, store, personHash));
    return isListed ? undefined : free(stored, store, deps);
  };
  // This is repeated even if the list hasn't changed, because the call before may have ended here.
  const leads = await store.idsAbout(person, mostLeads);
  await Promise.all(leads.filter((it) => it !== except).map(change));
  return taken && { entry, taken };
}

/**
 * Marks a lead that no change of the list has found: by a second number, or because it came meanwhile or
 * before leads were marked. `answer` is what the list said of some person who may be the lead's.
 */
export async function markAsListed(
  lead: SubmissionRecord,
  store: Store,
  deps: Deps,
  answer?: boolean,
): Promise<void> {
  const isMarked = lead.no_contact === true || isOptOut(lead.delivery);
  if (isMarked === answer) return;
  const isOn = Boolean(await onList(lead, store, deps.personHash));
  if (isMarked === isOn) return;
  if (isOn) await store.change(lead.id, (it) => stopped(it, deps.now()));
  else await free(lead, store, deps);
}

/** Nobody wants this lead's person on the list any more. If it was held on arrival, it is news now; spam stays held. */
function free({ id, ...lead }: SubmissionRecord, store: Store, { noticeTo, now }: Deps) {
  const at = now().toISOString();
  const { stopped: by, created_at, test } = lead;
  const wasHeld = !test && by?.since === created_at && by.was.state !== 'held';
  const newsAt = wasHeld && noticeTo.length > 0 ? at : undefined;
  return store.change(id, (it) => givenBack(it, at), { newsAt });
}

/** More than anybody has. What is missed here is found before it is sent. */
const mostLeads = 1000;
