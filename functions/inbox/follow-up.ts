import * as z from 'zod/mini';
import {
  amountLimit,
  callBackSchema,
  lostReasons,
  lostWordsLimit,
  notALeadReasons,
  noteLimit,
  notesKept,
  outcomeSchema,
  type CallBack,
  type Note,
  type Outcome,
} from '../../src/shared/follow-up.ts';
import { canonical } from '../../src/shared/json.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, readFields, readJson, readSubmissionId } from '../http/request.ts';
import type { Decide } from '../store/port.ts';
import { changed } from './answer.ts';

const noBody = () => new Refusal(400, 'Please send a JSON object.');

/** The answer if the lead isn't as the admin saw it. It has the lead's state. */
const conflict = (state: object): Response =>
  json(409, {
    error: 'Somebody else has noted something else meanwhile. Look at the lead again.',
    ...state,
  });

/** Firestore can't store half an emoji, which a text that was cut may end with. */
const text = (problem: string, limit: number) =>
  z.string(problem).check(
    z.overwrite((it) => it.toWellFormed().trim()),
    z.maxLength(limit, `Please use at most ${limit.toLocaleString('en-US')} characters.`),
  );

const orNull = <T extends z.core.SomeType>(schema: T, problem: string) =>
  z.union([schema, z.null()], problem);

const noOutcome = 'Please choose talking, won, lost or not a lead, or null for an open lead.';
const noReason = 'Please choose one of the reasons.';
const noAmount = `The amount must be in dollars, from 0 to ${amountLimit.toLocaleString('en-US')}, with two decimals at most.`;

const reasonIn = <R extends object>(reasons: R) =>
  z.enum(Object.keys(reasons) as (keyof R & string)[], noReason);

const wantedSchema = z.discriminatedUnion(
  'is',
  [
    z.object({ is: z.literal('talking') }),
    z.object({
      is: z.literal('won'),
      amount: z.optional(
        z.number(noAmount).check(
          z.gte(0, noAmount),
          z.lte(amountLimit, noAmount),
          z.refine((it) => Number(it.toFixed(2)) === it, noAmount),
        ),
      ),
    }),
    z.object({
      is: z.literal('lost'),
      reason: reasonIn(lostReasons),
      words: z.optional(text('Please send the words as text.', lostWordsLimit)),
    }),
    z.object({ is: z.literal('not-a-lead'), reason: reasonIn(notALeadReasons) }),
  ],
  noOutcome,
);

const outcomeBody = z.object({
  outcome: z.nullable(wantedSchema),
  was: orNull(outcomeSchema, 'Please send the outcome that you saw as was, or null.'),
  call_back: z.optional(orNull(callBackSchema, 'Please send the call as it was, or null.')),
});

/**
 * An admin notes what became of a lead. Nobody has to call about a lead that is closed. Whoever takes that back
 * sends the planned call again.
 */
export const outcome = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const submission = readSubmissionId(body);
  const { outcome: wanted, was, call_back: planned } = readFields(outcomeBody, body, noBody);
  const by = actorOf(admin);
  const stamp = { at: deps.now().toISOString(), by: by.name };
  const isWanted = (it: Outcome | null | undefined) =>
    canonical(it ? { ...it, ...stamp } : null) === canonical(wanted && { ...wanted, ...stamp });
  const decide: Decide = (it) => {
    if (isWanted(it.outcome) || !isAsSeen(it.outcome, was)) return undefined;
    const kept = wanted === null || wanted.is === 'talking' ? it.call_back : null;
    return {
      ...it,
      outcome: wanted && { ...wanted, ...stamp },
      call_back: planned ? { at: planned.at, by: by.name } : kept,
    };
  };
  const store = await deps.store();
  const before = await store.get(submission);
  if (before && !before.test && decide(before)) {
    await appendAction({ action: 'outcome', submission, is: wanted?.is ?? null }, by, deps);
  }
  const { outcome: stored = null, call_back = null } = await changed(store, submission, decide);
  const state = { outcome: stored, call_back };
  return isWanted(stored) ? json(200, state) : conflict(state);
});

const isAsSeen = (stored: object | null | undefined, was: object | null): boolean =>
  canonical(stored ?? null) === canonical(was);

const noTime = 'Please send the time of the call as at, like 2026-11-25T15:00:00Z, or null.';

const callBackBody = z.object({
  at: z.nullable(z.iso.datetime(noTime)),
  was: orNull(callBackSchema, 'Please send the call that you saw as was, or null.'),
});

/** A call that is planned for now takes a moment to arrive. */
const graceMs = 60_000;
const farthestMs = 366 * 24 * 60 * 60_000;

/** An admin plans a call, or says that there is none to make any more. */
export const callBack = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const id = readSubmissionId(body);
  const { at: sent, was } = readFields(callBackBody, body, noBody);
  const at = sent && new Date(sent).toISOString();
  const call: CallBack | null = at === null ? null : { at, by: actorOf(admin).name };
  const isWanted = (it: CallBack | null | undefined) => (it?.at ?? null) === at;
  const lead = await changed(await deps.store(), id, (it) => {
    if (isWanted(it.call_back) || !isAsSeen(it.call_back, was)) return undefined;
    if (at !== null) requireAhead(at, deps.now());
    return { ...it, call_back: call };
  });
  const state = { call_back: lead.call_back ?? null, answered: lead.answered ?? null };
  return isWanted(lead.call_back) ? json(200, state) : conflict(state);
});

function requireAhead(at: string, now: Date): void {
  const ahead = Date.parse(at) - now.getTime();
  const problem =
    ahead < -graceMs
      ? 'This time has passed. Please choose a later one.'
      : 'Please choose a time within a year.';
  if (ahead < -graceMs || ahead > farthestMs) throw new Refusal(422, problem, { field: 'at' });
}

const noText = 'Please write something.';
const noNote = 'Please send a note with a valid id, or the id of the one to remove.';

const noteBody = z.object({
  note: z.optional(
    z.object(
      { id: z.uuid(noNote), text: text(noText, noteLimit).check(z.minLength(1, noText)) },
      noNote,
    ),
  ),
  remove: z.optional(z.string(noNote)),
});

/** An admin writes a note about a lead, or changes or removes one of their own. */
export const note = forAdmins(async (request, deps, admin) => {
  const body = await readJson(request);
  const id = readSubmissionId(body);
  const { note: written, remove } = readFields(noteBody, body, noBody);
  if ((written === undefined) === (remove === undefined)) throw new Refusal(400, noNote);
  const stamp = { at: deps.now().toISOString(), by: actorOf(admin).name };
  const { notes = [] } = await changed(await deps.store(), id, (it) => {
    const before = it.notes ?? [];
    const named = before.find((one) => one.id === (written?.id ?? remove));
    if (named && named.by !== stamp.by)
      throw new Refusal(403, 'Only the author of a note can change or remove it.');
    const after = written
      ? withNote(before, named, { ...written, ...stamp })
      : named && before.filter((one) => one !== named);
    return after && { ...it, notes: after };
  });
  return json(200, { notes });
});

/** Undefined if nothing changes. The newest note comes first, and one that is edited stays in its place. */
function withNote(
  notes: readonly Note[],
  named: Note | undefined,
  { text, ...written }: Note,
): Note[] | undefined {
  if (named?.text === text) return undefined;
  if (named) return notes.map((it) => (it === named ? { ...it, text, edited_at: written.at } : it));
  if (notes.length < notesKept) return [{ ...written, text }, ...notes];
  throw new Refusal(422, `A lead can have ${notesKept} notes. Remove one of yours first.`);
}
