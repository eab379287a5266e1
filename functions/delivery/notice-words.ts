/** Writes notices from the leads' state at sending: an erased or held lead gets no notice. */
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

export interface NoticeOfLead {
  entry: Notice;
  lead: SubmissionRecord;
}

/** By id. `undecided` has the ids of notices whose person can't be looked up in the do-not-contact list. */
export async function sendableNotices(
  entries: readonly OutboxEntry[],
  store: Store,
  deps: Pick<Deps, 'personHash'>,
): Promise<{ sendable: Map<string, NoticeOfLead>; undecided: Set<string> }> {
  const notices = entries.filter((it) => it.kind === 'notice' || it.kind === 'call');
  const read = await Promise.all(
    notices.map(async (entry) => {
      const lead = await readable(entry.lead, store);
      return lead && stillApplies(entry, lead) ? [{ entry, lead }] : [];
    }),
  );
  return withAllowedPerson(read.flat(), store, deps);
}

/** A damaged lead is in an alert. It must not stop the other notices. */
const readable = (id: string, store: Store) =>
  store.get(id).catch((error: unknown) => {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  });

const stillApplies = (entry: Notice, lead: SubmissionRecord): boolean =>
  entry.kind === 'notice'
    ? lead.delivery.state !== 'held'
    : awaitsCall(lead) && lead.call_back?.at === entry.call_at;

const askedAtOnce = 10;

async function withAllowedPerson(
  all: readonly NoticeOfLead[],
  store: Store,
  deps: Pick<Deps, 'personHash'>,
) {
  const sendable = new Map<string, NoticeOfLead>();
  const undecided = new Set<string>();
  for (const group of inGroups(all, askedAtOnce)) {
    const leads = group.map(({ lead }) => lead);
    const verdicts = await mayContactEach(leads, store, deps).catch((error: unknown) => {
      if (error instanceof ListUnreadable) return undefined;
      throw error;
    });
    for (const [i, notice] of group.entries()) {
      if (!verdicts) undecided.add(notice.entry.id);
      else if (verdicts[i]?.allowed) sendable.set(notice.entry.id, notice);
    }
  }
  return { sendable, undecided };
}

/** One message for all notices: a lead with its link, or the number of leads. */
export function wordsOf(notices: readonly NoticeOfLead[], site: string): Words | undefined {
  const [first] = notices;
  if (!first) return undefined;
  const newLeads = new Map(
    notices.flatMap((notice) =>
      notice.entry.kind === 'notice' ? [[notice.lead.id, notice.lead]] : [],
    ),
  );
  const [lead] = newLeads.values();
  const isOne = notices.length === 1;
  return {
    // Not the lead's own id, which the mail with the lead has.
    id: isOne && first.entry.kind === 'notice' ? `notice-${first.lead.id}` : first.entry.id,
    text: [
      ...(lead ? [newLeads.size > 1 ? `${newLeads.size} new leads.` : newLeadText(lead)] : []),
      ...notices.flatMap((notice) =>
        notice.entry.kind === 'call' ? [callText(notice.lead, notice.entry.call_at)] : [],
      ),
    ].join('\n'),
    link: isOne ? linkTo(first.lead.id, site) : inboxAt(site),
  };
}

const newLeadText = (lead: SubmissionRecord): string =>
  `New lead: ${tradeOf(lead)}, ${firstNameOf(lead)}.`;

const callText = (lead: SubmissionRecord, at: string): string =>
  `Call ${firstNameOf(lead)} now: ${tradeOf(lead)}, asked for ${timeOf(at)}.`;

/** Only the form's choices, because a script may send any text. */
const tradeOf = ({ industry }: SubmissionRecord): string =>
  isKnownIndustry(industry) ? industryLabel(industry) : 'Another trade';

/** Letters only: chats make links of names like example.com, and a name may be a phone number. */
const firstNameOf = ({ name }: SubmissionRecord): string =>
  /\p{L}[\p{L}\p{M}'’-]{0,39}/u.exec(name)?.[0] ?? 'somebody';

const weekday = inCompanyTime({ weekday: 'long' });
const clock = inCompanyTime({ hour: 'numeric', minute: '2-digit' });

/** Like Tuesday 3 PM, or Tuesday 3:30 PM. */
const timeOf = (at: string): string => {
  const time = Date.parse(at);
  const shown = clock.format(time).replace(':00', '').replaceAll('\u202f', ' ');
  return `${weekday.format(time)} ${shown}`;
};
