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

const askedSchema = z.object({
  for: z.enum(adNetworks, `The network, for, must be one of ${adNetworks.join(', ')}.`),
  /** When the leads were won. */
  month: monthSchema,
  again: z.optional(z.literal('yes', 'The only choice for again is yes.')),
});

/** How many leads are marked in one write, and how many such writes run side by side: more would run out of time. */
const markedAtOnce = 10;
const sideBySide = 30;

/**
 * The leads that were won in a month, as a file of conversions for an ad network. Each is marked before the file
 * is answered, so that it is offered once: a file that was lost on the way can be asked for again.
 */
export const adsExport = forAdmins(async ({ url }, deps, admin) => {
  const asked = readParameter(askedSchema, parametersOf(url));
  const { for: network, month } = asked;
  const won = await (await deps.store()).won(...timesOf(month));
  const offered: (SubmissionRecord | LeftOut)[] = [];
  for (const side of inGroups(inGroups(won, markedAtOnce), sideBySide))
    offered.push(...(await Promise.all(side.map((it) => offer(it, asked, deps)))).flat());
  const leftOut = offered.filter((it) => typeof it === 'string');
  const rows = offered.filter((it) => typeof it !== 'string').map((it) => rowOf(it, network));
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
    const count = leftOut.filter((it) => it === reason).length;
    return count > 0 ? `${count} ${words}` : [];
  });
  return `${leftOut.length} left out: ${parts.join(', ')}.`;
}

/** Marks the leads and returns them, or why each is left out. One that was changed or erased meanwhile is missing. */
async function offer(
  leads: readonly SubmissionRecord[],
  { for: network, again }: z.infer<typeof askedSchema>,
  { store, personHash, now }: SiteDeps,
): Promise<(SubmissionRecord | LeftOut)[]> {
  const opened = await store();
  const verdicts = await mayContactEach(leads, opened, { personHash });
  const isTaken = (it: SubmissionRecord) => it.offered?.[network] !== undefined;
  const results = leads.map(
    (lead, i) =>
      reasonAgainst(lead) ??
      (isTaken(lead) && !again ? 'taken' : verdicts[i]?.allowed ? lead : 'opted-out'),
  );
  const free = results.filter((it) => typeof it !== 'string').filter((it) => !isTaken(it));
  const wanted = new Map(free.map((it) => [it.id, it.outcome?.at]));
  const at = now().toISOString();
  const marked = await opened.mark([...wanted.keys()], (it) => {
    const isSame = it.outcome?.state === 'won' && it.outcome.at === wanted.get(it.id);
    if (!isSame || isTaken(it) || reasonAgainst(it)) return undefined;
    return { offered: { ...it.offered, [network]: at } };
  });
  return results.filter((it) => typeof it === 'string' || isTaken(it) || marked.includes(it.id));
}
