import * as z from 'zod/mini';
import { adsFileName, adsHeaders, leftOutBecause, type LeftOut } from '../../src/shared/ads.ts';
import { adNetworks } from '../../src/shared/follow-up.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import type { SiteDeps } from '../deps.ts';
import { respond } from '../http/answer.ts';
import { parametersOf, readParameter } from '../http/request.ts';
import { onList } from '../privacy/list.ts';
import { timesOf } from '../store/count-month.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { csvOf, reasonAgainst, rowOf, type Row } from './ads-format.ts';
import { monthSchema } from './report.ts';

const askedSchema = z.object({
  for: z.enum(adNetworks, `The network, for, must be one of ${adNetworks.join(', ')}.`),
  /** When the leads were won. */
  month: monthSchema,
  again: z.optional(z.literal('yes', 'The only choice for again is yes.')),
});

type Asked = z.infer<typeof askedSchema>;

/** How many leads are marked side by side. */
const sideBySide = 50;

/**
 * The leads that were won in a month, as a file of conversions for an ad network. Each is marked before the file
 * is answered, so that it is offered once: a file that was lost on the way can be asked for again.
 */
export const adsExport = forAdmins(async ({ url }, deps, admin) => {
  const asked = readParameter(askedSchema, parametersOf(url));
  const { for: network, month } = asked;
  const won = await (await deps.store()).won(...timesOf(month));
  const rows: Row[] = [];
  const leftOut: LeftOut[] = [];
  for (let first = 0; first < won.length; first += sideBySide) {
    const group = won.slice(first, first + sideBySide);
    for (const it of await Promise.all(group.map((lead) => offer(lead, asked, deps)))) {
      if (typeof it === 'string') leftOut.push(it);
      else if (it) rows.push(rowOf(it, network));
    }
  }
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

/** Marks the lead and returns it, or says why it is left out. Undefined: it was changed or erased meanwhile. */
async function offer(
  lead: SubmissionRecord,
  { for: network, again }: Asked,
  { store, personHash, now }: SiteDeps,
): Promise<SubmissionRecord | LeftOut | undefined> {
  const reason = reasonAgainst(lead);
  if (reason) return reason;
  const isTaken = lead.offered?.[network] !== undefined;
  if (isTaken && !again) return 'taken';
  const opened = await store();
  if (await onList(lead, opened, personHash)) return 'opted-out';
  if (isTaken) return lead;
  const at = now().toISOString();
  return opened.change(lead.id, (it) => {
    const isSame = it.outcome?.state === 'won' && it.outcome.at === lead.outcome?.at;
    if (!isSame || it.offered?.[network] || reasonAgainst(it)) return undefined;
    return { ...it, offered: { ...it.offered, [network]: at } };
  });
}
