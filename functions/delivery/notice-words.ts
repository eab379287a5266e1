/** The words of notices, made of the leads when they are sent: what was erased or held since is not told. */
import { awaitsCall } from '../../src/shared/awaits.ts';
import { inCompanyTime } from '../../src/shared/company-time.ts';
import { industryLabel, isKnownIndustry } from '../../src/shared/pricing.ts';
import type { Deps } from '../deps.ts';
import { ListUnreadable, mayContactEach } from '../opt-outs/may-contact.ts';
import { inGroups } from '../store/engine.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Store } from '../store/port.ts';
import { DamagedRecord, type SubmissionRecord } from '../store/record.ts';
import { inboxAt, type Words } from './chat-and-mail.ts';
import { linkTo } from './webhook/message.ts';

type Notice = Extract<OutboxEntry, { kind: 'notice' | 'call' }>;

/** A notice that is still true, with its lead. */
export interface NoticeOfLead {
  entry: Notice;
  lead: SubmissionRecord;
}

/**
 * Those of these entries that NOTICE_TO is still to be told of, by their ids, and the ids of those about which nobody
 * can tell, because the do-not-contact list can't be read.
 */
export async function tellable(
  entries: readonly OutboxEntry[],
  store: Store,
  deps: Pick<Deps, 'personHash'>,
): Promise<{ told: Map<string, NoticeOfLead>; unknown: Set<string> }> {
  const notices = entries.filter((it) => it.kind === 'notice' || it.kind === 'call');
  const read = await Promise.all(
    notices.map(async (entry) => {
      const lead = await readable(entry.lead, store);
      return lead && isTrue(entry, lead) ? [{ entry, lead }] : [];
    }),
  );
  return withoutOptOuts(read.flat(), store, deps);
}

/** A lead that can't be read is in an alert. It must not keep others from being told. */
const readable = (id: string, store: Store) =>
  store.get(id).catch((error: unknown) => {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  });

const isTrue = (entry: Notice, lead: SubmissionRecord): boolean =>
  entry.kind === 'notice'
    ? lead.delivery.state !== 'held'
    : awaitsCall(lead) && lead.call_back?.at === entry.call_at;

/** How many people the list is asked about at once. */
const askedAtOnce = 10;

/** Without people who asked not to be contacted. */
async function withoutOptOuts(
  all: readonly NoticeOfLead[],
  store: Store,
  deps: Pick<Deps, 'personHash'>,
) {
  const told = new Map<string, NoticeOfLead>();
  const unknown = new Set<string>();
  for (const group of inGroups(all, askedAtOnce)) {
    const leads = group.map(({ lead }) => lead);
    const verdicts = await mayContactEach(leads, store, deps).catch((error: unknown) => {
      if (error instanceof ListUnreadable) return undefined;
      throw error;
    });
    for (const [i, it] of group.entries()) {
      if (!verdicts) unknown.add(it.entry.id);
      else if (verdicts[i]?.allowed) told.set(it.entry.id, it);
    }
  }
  return { told, unknown };
}

/** One message for all of these: a lead with its link, or how many there are. */
export function wordsOf(told: readonly NoticeOfLead[], site: string): Words | undefined {
  const [first] = told;
  if (!first) return undefined;
  const news = new Map(
    told.flatMap((it) => (it.entry.kind === 'notice' ? [[it.lead.id, it.lead]] : [])),
  );
  const [lead] = news.values();
  const isOne = told.length === 1;
  return {
    // A mail with a lead's own id would be taken for the lead.
    id: isOne && first.entry.kind === 'notice' ? `notice-${first.lead.id}` : first.entry.id,
    text: [
      ...(lead ? [news.size > 1 ? `${news.size} new leads.` : newsOf(lead)] : []),
      ...told.flatMap((it) =>
        it.entry.kind === 'call' ? [callOf(it.lead, it.entry.call_at)] : [],
      ),
    ].join('\n'),
    link: isOne ? linkTo(first.lead.id, site) : inboxAt(site),
  };
}

const newsOf = (lead: SubmissionRecord): string =>
  `New lead: ${tradeOf(lead)}, ${firstNameOf(lead)}.`;

const callOf = (lead: SubmissionRecord, at: string): string =>
  `Call ${firstNameOf(lead)} now: ${tradeOf(lead)}, asked for ${timeOf(at)}.`;

/** One of the form's choices, because a script may send anything. */
const tradeOf = ({ industry }: SubmissionRecord): string =>
  isKnownIndustry(industry) ? industryLabel(industry) : 'Another trade';

/** Letters alone: chats make links of names like example.com, and a name may be a phone number. */
const firstNameOf = ({ name }: SubmissionRecord): string =>
  /\p{L}[\p{L}\p{M}'’-]{0,39}/u.exec(name)?.[0] ?? 'somebody';

const weekday = inCompanyTime({ weekday: 'long' });
const clock = inCompanyTime({ hour: 'numeric', minute: '2-digit' });

/** Tuesday 3 PM, or Tuesday 3:30 PM. */
const timeOf = (at: string): string => {
  const time = Date.parse(at);
  const shown = clock.format(time).replace(':00', '').replaceAll('\u202f', ' ');
  return `${weekday.format(time)} ${shown}`;
};
