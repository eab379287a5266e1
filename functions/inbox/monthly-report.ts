import * as z from 'zod/mini';
import {
  campaignsLimit,
  dollarsSchema,
  isMonth,
  reportBy,
  spentOnSchema,
} from '../../src/shared/report-schema.ts';
import { actorOf, announce, entryOf } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { parametersOf, readFields, readJson, readParameter, Refusal } from '../http/request.ts';
import type { Decide } from '../store/port.ts';

const aboutMonth = 'A month looks like 2026-11.';
export const monthSchema = z.string(aboutMonth).check(z.refine(isMonth, aboutMonth));

const bySchema = z.enum(reportBy, 'A report is by campaign, industry, source or answered.');

export const report = forAdmins(async ({ url }, { store }) => {
  const parameters = parametersOf(url);
  const month = readParameter(monthSchema, parameters['month']);
  const by = readParameter(bySchema, parameters['by']);
  return json(200, await (await store()).report(month, by));
});

const spentSchema = z.object(
  {
    month: monthSchema,
    campaign: spentOnSchema.shape.campaign,
    /** Null: the costs are unknown. */
    dollars: z.nullable(dollarsSchema),
    was: z.nullable(z.number('Please send the dollars that you saw as was.')),
  },
  'Please send a month, a campaign and dollars.',
);

/** Sets what a campaign cost in a month. Another admin's number is replaced only if the caller has seen it. */
export const spent = forAdmins(async (request, deps, admin) => {
  const sent = readFields(spentSchema, await readJson(request));
  const { month, dollars, was } = sent;
  // A visitor's text may have half a surrogate pair, which Firestore refuses.
  const campaign = sent.campaign.toWellFormed();
  let stored: number | null = null;
  const decide: Decide<z.infer<typeof spentOnSchema>[]> = (all) => {
    stored = all.find((cost) => cost.campaign === campaign)?.dollars ?? null;
    if (stored === dollars || stored !== was) return undefined;
    const others = all.filter((cost) => cost.campaign !== campaign);
    if (dollars === null) return others;
    if (others.length >= campaignsLimit) throw new Refusal(422, noRoom, { field: 'campaign' });
    return [...others, { campaign, dollars }];
  };
  const store = await deps.store();
  const entry = entryOf({ action: 'spent', month }, actorOf(admin), deps);
  const changed = await store.changeSpent(month, decide, entry);
  if (changed) announce(entry, deps.log);
  if (changed || stored === dollars) return json(200, { spent: dollars });
  return json(409, { error: `${conflictIn(stored)} Save again to replace that.`, spent: stored });
});

const conflictIn = (stored: number | null): string =>
  stored === null
    ? 'Somebody else has taken this number out meanwhile.'
    : `Somebody else has entered $${stored.toLocaleString('en-US')} meanwhile.`;

const noRoom = `A month has room for the costs of ${campaignsLimit} campaigns. Clear one of them first.`;
