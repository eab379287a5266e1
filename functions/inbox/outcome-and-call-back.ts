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

const conflict = (state: object): Response =>
  json(409, {
    error: 'Something else has been noted meanwhile. Look at the lead again.',
    ...state,
  });

/** Firestore refuses half a surrogate pair, with which a cut text may end. Control characters aren't readable. */
export const text = (problem: string, limit: number) =>
  z.string(problem).check(
    z.overwrite((value) => value.toWellFormed().replaceAll(unstorable, '').trim()),
    atMost(limit, `Please use at most ${limit.toLocaleString('en-US')} characters.`),
  );

const orNull = <T extends z.core.SomeType>(schema: T, problem: string) =>
  z.union([schema, z.null()], problem);

const noOutcome = `The outcome must be one of ${outcomes.join(', ')}.`;
const noReason = 'Please choose one of the reasons.';

const reasonIn = <R extends object>(reasons: R) =>
  z.enum(Object.keys(reasons) as (keyof R & string)[], noReason);

const forbidden = (sentence: string) => z.optional(z.never(sentence));

const parts = {
  amount: forbidden('Only a lead that was won has an amount.'),
  reason: forbidden('Only a lead that was lost, or that is none, has a reason.'),
  words: forbidden('Only a lead that was lost has words beside its reason.'),
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

/** Sets the outcome of a lead. A closed lead has no planned call. An undo sends the planned call again. */
export const outcome = onLead(async ({ id: submission, body }, deps, admin) => {
  const { outcome: state, ...more } = readFields(wantedSchema, body, noBody);
  const { was, call_back: planned } = readFields(seenSchema, body, noBody);
  const by = actorOf(admin);
  const stamp = { at: deps.now().toISOString(), by: by.name };
  const wanted = outcomeSchema.parse({ state, ...more, ...stamp });
  const isWanted = (value: Outcome | null | undefined) =>
    canonical({ ...value, ...stamp }) === canonical(wanted);
  let ended: CallBack | null | undefined;
  const decide: Decide = (lead) => {
    if (isWanted(lead.outcome) || !isAsSeen(lead.outcome, was)) return undefined;
    const kept = isClosed(state) ? null : lead.call_back;
    // A call that another admin has planned since stays.
    const back = planned &&
      couldBePlanned(planned, lead, deps.now()) && { ...planned, by: by.name };
    const call_back = back ? (lead.call_back ?? back) : kept;
    ended = call_back ? null : lead.call_back;
    // A corrected amount keeps the time, because ad networks identify a conversion by it.
    const won = state === 'won' && lead.outcome?.state === 'won' && lead.outcome.at;
    return { ...lead, outcome: { ...wanted, at: won || stamp.at }, call_back };
  };
  const entry = entryOf({ action: 'outcome', submission, state }, by, deps);
  const updated = await changed(deps, submission, decide, entry);
  const { outcome: stored = null, call_back = null } = updated;
  const current = { outcome: stored, call_back };
  // The page may not know a call that another admin planned, and its undo must restore that call, too.
  return isWanted(stored) ? json(200, { ...current, ...(ended && { ended }) }) : conflict(current);
});

/** Whether the admin saw the stored value. Without `was`, the change is made anyway. */
const isAsSeen = (stored: object | null | undefined, was: object | null | undefined): boolean =>
  was === undefined || canonical(stored ?? null) === canonical(was);

const noTime = 'Please send the time of the call as at, like 2026-11-25T15:00:00Z, or null.';

const callBackBody = z.object({
  at: z.nullable(z.iso.datetime({ offset: true, error: noTime })),
  was: z.optional(orNull(callBackSchema, 'Please send the call that you saw as was, or null.')),
});

/** In ms. A request for a call right now takes a moment to arrive. */
const graceMs = minute;
const farthestMs = 366 * 24 * hour;

/** Whether an undo may restore this call. The call may have become due since. */
const couldBePlanned = ({ at }: CallBack, lead: SubmissionRecord, now: Date): boolean =>
  canBeCalled(lead) && lead.created_at <= at && Date.parse(at) - now.getTime() <= farthestMs;

export const callBack = onLead(async ({ id, body }, deps, admin) => {
  const { at: time, was } = readFields(callBackBody, body, noBody);
  const at = time && new Date(time).toISOString();
  const call: CallBack | null = at === null ? null : { at, by: actorOf(admin).name };
  const isWanted = (planned: CallBack | null | undefined) => (planned?.at ?? null) === at;
  const { call_back = null, answered = null } = await changed(deps, id, (lead) => {
    if (isWanted(lead.call_back) || !isAsSeen(lead.call_back, was)) return undefined;
    if (at !== null) requireAhead(at, deps.now());
    if (call && !canBeCalled(lead)) throw noReminder();
    return { ...lead, call_back: call };
  });
  const current = { call_back, answered };
  return isWanted(call_back) ? json(200, current) : conflict(current);
});

const noReminder = () =>
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
