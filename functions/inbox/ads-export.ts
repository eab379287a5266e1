import * as z from 'zod/mini';
import {
  adNetworks,
  adsFileName,
  adsHeaders,
  leftOutBecause,
  type LeftOut,
} from '../../src/shared/follow-up-schema.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { SiteDeps } from '../deps.ts';
import { respond } from '../http/answer.ts';
import { parametersOf, readParameter } from '../http/request.ts';
import { mayContactEach } from '../opt-outs/may-contact.ts';
import { timesOf } from '../../src/shared/report-schema.ts';
import { inGroups } from '../store/engine.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { csvOf, reasonAgainst, rowOf } from './ads-format.ts';
import { monthSchema } from './monthly-report.ts';

const querySchema = z.object({
  for: z.enum(adNetworks, `The network, for, must be one of ${adNetworks.join(', ')}.`),
  month: monthSchema,
  again: z.optional(z.literal('yes', 'The only choice for again is yes.')),
});

/** Leads per write, and concurrent writes. More would run out of time. */
const markedAtOnce = 10;
const sideBySide = 30;

/** Each lead is marked before the response, so it is offered once. A lost file can be requested again. */
export const adsExport = forAdmins(async ({ url }, deps, admin) => {
  const query = readParameter(querySchema, parametersOf(url));
  const { for: network, month } = query;
  const won = await (await deps.store()).won(...timesOf(month));
  const offered: (SubmissionRecord | LeftOut)[] = [];
  for (const groups of inGroups(inGroups(won, markedAtOnce), sideBySide))
    offered.push(...(await Promise.all(groups.map((group) => offer(group, query, deps)))).flat());
  const leftOut = offered.filter((result) => typeof result === 'string');
  const rows = offered
    .filter((result) => typeof result !== 'string')
    .map((result) => rowOf(result, network));
  if (rows.length > 0) {
    const event = { action: 'offered', network, month, count: rows.length } as const;
    await appendAction(event, actorOf(admin), deps);
  }
  return respond(200, csvOf(rows, network), {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${adsFileName(network, month)}"`,
    [adsHeaders.rows]: String(rows.length),
    ...(leftOut.length > 0 && { [adsHeaders.leftOut]: sentenceAbout(leftOut) }),
  });
});

function sentenceAbout(leftOut: readonly LeftOut[]): string {
  const parts = Object.entries(leftOutBecause).flatMap(([reason, words]) => {
    const count = leftOut.filter((value) => value === reason).length;
    return count > 0 ? `${count} ${words}` : [];
  });
  return `${leftOut.length} left out: ${parts.join(', ')}.`;
}

/** Returns marked leads, or the reasons to leave leads out. Omits leads that changed since they were read. */
async function offer(
  leads: readonly SubmissionRecord[],
  { for: network, again }: z.infer<typeof querySchema>,
  { store, personHash, now }: SiteDeps,
): Promise<(SubmissionRecord | LeftOut)[]> {
  const leadStore = await store();
  const verdicts = await mayContactEach(leads, leadStore, { personHash });
  const isTaken = (lead: SubmissionRecord) => lead.offered?.[network] !== undefined;
  const results = leads.map(
    (lead, i) =>
      reasonAgainst(lead) ??
      (isTaken(lead) && !again ? 'taken' : verdicts[i]?.allowed ? lead : 'opted-out'),
  );
  const free = results.filter((lead) => typeof lead !== 'string').filter((lead) => !isTaken(lead));
  const wanted = new Map(free.map((lead) => [lead.id, lead.outcome?.at]));
  const at = now().toISOString();
  const marked = await leadStore.mark([...wanted.keys()], (lead) => {
    const isSame = lead.outcome?.state === 'won' && lead.outcome.at === wanted.get(lead.id);
    if (!isSame || isTaken(lead) || reasonAgainst(lead)) return undefined;
    return { offered: { ...lead.offered, [network]: at } };
  });
  return results.filter(
    (result) => typeof result === 'string' || isTaken(result) || marked.includes(result.id),
  );
}
