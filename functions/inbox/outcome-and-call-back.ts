import * as z from 'zod/mini';
import { atMost } from '../../src/shared/at-most.ts';
import {
  callBackSchema,
  isClosed,
  lostReasons,
  lostWordsLimit,
  notALeadReasons,
  outcomes,
  outcomeSchema,
  type CallBack,
  type Outcome,
} from '../../src/shared/follow-up-schema.ts';
import { canBeCalled } from '../../src/shared/awaits.ts';
import { unstorable } from '../../src/shared/contact.ts';
import { canonical } from '../../src/shared/json.ts';
import { dollarsSchema } from '../../src/shared/report-schema.ts';
import { actorOf, entryOf } from '../audit/audit-log.ts';
import { onLead } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal, readFields } from '../http/request.ts';
import { hour, minute } from '../durations.ts';
import type { Decide } from '../store/port.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { changed } from './answer-and-archive.ts';

export const noBody = () => new Refusal(400, 'Please send a JSON object.');

/** The answer if the lead isn't as the admin saw it. It has the lead's state. */
const conflict = (state: object): Response =>
  json(409, {
    error: 'Something else has been noted meanwhile. Look at the lead again.',
    ...state,
  });

/** Firestore can't store half an emoji, which a text that was cut may end with, and nobody can read a control character. */
export const text = (problem: string, limit: number) =>
  z.string(problem).check(
    z.overwrite((it) => it.toWellFormed().replaceAll(unstorable, '').trim()),
    atMost(limit, `Please use at most ${limit.toLocaleString('en-US')} characters.`),
  );

const orNull = <T extends z.core.SomeType>(schema: T, problem: string) =>
  z.union([schema, z.null()], problem);

const noOutcome = `The outcome must be one of ${outcomes.join(', ')}.`;
const noReason = 'Please choose one of the reasons.';

const reasonIn = <R extends object>(reasons: R) =>
  z.enum(Object.keys(reasons) as (keyof R & string)[], noReason);

const no = (sentence: string) => z.optional(z.never(sentence));

/** The parts that an outcome has only if it says so below. */
const parts = {
  amount: no('Only a lead that was won has an amount.'),
  reason: no('Only a lead that was lost, or that is none, has a reason.'),
  words: no('Only a lead that was lost has words beside its reason.'),
};

const wantedSchema = z.discriminatedUnion(
  'outcome',
  [
    z.object({ ...parts, outcome: z.literal(['open', 'talking']) }),
    z.object({
      ...parts,
      outcome: z.literal('won'),
      amount: z.optional(dollarsSchema),
    }),
    z.object({
      ...parts,
      outcome: z.literal('lost'),
      reason: reasonIn(lostReasons),
      words: z.optional(text('Please send the words as text.', lostWordsLimit)),
    }),
    z.object({ ...parts, outcome: z.literal('not-a-lead'), reason: reasonIn(notALeadReasons) }),
  ],
  noOutcome,
);

const seenSchema = z.object({
  was: z.optional(orNull(outcomeSchema, 'Please send the outcome that you saw as was, or null.')),
  call_back: z.optional(orNull(callBackSchema, 'Please send the call as it was, or null.')),
});

/**
 * An admin notes what became of a lead. Nobody has to call about a lead that is closed. Whoever takes that back
 * sends the planned call again.
 */
export const outcome = onLead(async ({ id: submission, body }, deps, admin) => {
  const { outcome: state, ...more } = readFields(wantedSchema, body, noBody);
  const { was, call_back: planned } = readFields(seenSchema, body, noBody);
  const by = actorOf(admin);
  const stamp = { at: deps.now().toISOString(), by: by.name };
  const wanted = outcomeSchema.parse({ state, ...more, ...stamp });
  const isWanted = (it: Outcome | null | undefined) =>
    canonical({ ...it, ...stamp }) === canonical(wanted);
  let ended: CallBack | null | undefined;
  const decide: Decide = (it) => {
    if (isWanted(it.outcome) || !isAsSeen(it.outcome, was)) return undefined;
    const kept = isClosed(state) ? null : it.call_back;
    // A call that a colleague has planned meanwhile stays.
    const back = planned && couldBePlanned(planned, it, deps.now()) && { ...planned, by: by.name };
    const call_back = back ? (it.call_back ?? back) : kept;
    ended = call_back ? null : it.call_back;
    // Correcting the amount keeps the time, because ad networks identify a conversion by it.
    const won = state === 'won' && it.outcome?.state === 'won' && it.outcome.at;
    return { ...it, outcome: { ...wanted, at: won || stamp.at }, call_back };
  };
  const entry = entryOf({ action: 'outcome', submission, state }, by, deps);
  const after = await changed(deps, submission, decide, entry);
  const { outcome: stored = null, call_back = null } = after;
  const now = { outcome: stored, call_back };
  // The page may not have seen a call that a colleague planned, and its undo must bring it back, too.
  return isWanted(stored) ? json(200, { ...now, ...(ended && { ended }) }) : conflict(now);
});

/** Whether the admin saw what is stored. A call that names nothing changes it anyway. */
const isAsSeen = (stored: object | null | undefined, was: object | null | undefined): boolean =>
  was === undefined || canonical(stored ?? null) === canonical(was);

const noTime = 'Please send the time of the call as at, like 2026-11-25T15:00:00Z, or null.';

const callBackBody = z.object({
  at: z.nullable(z.iso.datetime({ offset: true, error: noTime })),
  was: z.optional(orNull(callBackSchema, 'Please send the call that you saw as was, or null.')),
});

/** A call that is planned for now takes a moment to arrive. */
const graceMs = minute;
const farthestMs = 366 * 24 * hour;

/** Whether an undo may bring this call back. It may have been due meanwhile. */
const couldBePlanned = ({ at }: CallBack, lead: SubmissionRecord, now: Date): boolean =>
  canBeCalled(lead) && lead.created_at <= at && Date.parse(at) - now.getTime() <= farthestMs;

/** An admin plans a call, or says that there is none to make any more. */
export const callBack = onLead(async ({ id, body }, deps, admin) => {
  const { at: sent, was } = readFields(callBackBody, body, noBody);
  const at = sent && new Date(sent).toISOString();
  const call: CallBack | null = at === null ? null : { at, by: actorOf(admin).name };
  const isWanted = (it: CallBack | null | undefined) => (it?.at ?? null) === at;
  const { call_back = null, answered = null } = await changed(deps, id, (it) => {
    if (isWanted(it.call_back) || !isAsSeen(it.call_back, was)) return undefined;
    if (at !== null) requireAhead(at, deps.now());
    if (call && !canBeCalled(it)) throw nobodyReminds();
    return { ...it, call_back: call };
  });
  const now = { call_back, answered };
  return isWanted(call_back) ? json(200, now) : conflict(now);
});

const nobodyReminds = () =>
  new Refusal(
    409,
    'Nobody would be reminded: this is archived or held, or the person asked not to be contacted.',
  );

function requireAhead(at: string, now: Date): void {
  const ahead = Date.parse(at) - now.getTime();
  const refusal = (problem: string) => new Refusal(422, problem, { field: 'at' });
  if (ahead < -graceMs) throw refusal('This time has passed. Please choose a later one.');
  if (ahead > farthestMs) throw refusal('Please choose a time within a year.');
}
