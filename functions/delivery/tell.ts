/**
 * Tells NOTICE_TO of new leads. News is stored beside its lead, in the same write: a change of the lead itself
 * would make each open inbox read it again. One run moves news to the queue of each address, and leases the
 * address in the same write, so at worst a crash repeats a message. Both have ids only: erasing leaves no name.
 */
import { industryLabel, isKnownIndustry } from '../../src/shared/pricing.ts';
import { latestStart } from '../batches.ts';
import type { SiteDeps } from '../deps.ts';
import { orInstead } from '../log/log.ts';
import { ListUnreadable, mayContact } from '../opt-outs/may-contact.ts';
import type { Store } from '../store/port.ts';
import { DamagedRecord, type SubmissionRecord } from '../store/record.ts';
import type { Teller } from '../store/watch-state.ts';
import { keyOf, nameOf, say, type Words } from './say.ts';
import {
  type Due,
  dueOf,
  isCrowded,
  isFree,
  isSilent,
  leased,
  newTeller,
  noted,
  withNews,
} from './teller.ts';
import { linkTo } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

/** A lead is news unless an admin has to release it first, or it is the canary's. */
export const isNews = (
  { delivery, canary }: SubmissionRecord,
  { noticeTo }: Pick<SiteDeps, 'noticeTo'>,
): boolean => noticeTo.length > 0 && delivery.state !== 'held' && !canary;

/** An address that a run has leased, and what it is told. `isTold` is undefined if it needn't be told any more. */
interface Taken {
  to: number;
  target: Target;
  due: Due;
  isTold?: boolean | undefined;
}

/** Tells all addresses what is due. Never rejects. */
export async function tellLeads(deps: SiteDeps, isScheduled = false): Promise<void> {
  if (deps.noticeTo.length === 0) return;
  const until = deps.now().getTime() + latestStart;
  await orInstead(undefined, 'lead-notices', deps.log, async () => {
    const store = await deps.store();
    let taken: Taken[] = [];
    do {
      taken = await take(taken, { until, isScheduled }, store, deps);
      await Promise.all(taken.map((it) => tell(it, store, deps)));
    } while (taken.length > 0);
  });
}

/** Notes the results of the last messages and leases the next ones, in one write. */
async function take(
  last: readonly Taken[],
  { until, isScheduled }: { until: number; isScheduled: boolean },
  store: Store,
  { noticeTo, now }: SiteDeps,
): Promise<Taken[]> {
  let taken: Taken[] = [];
  await store.changeTellers(async (stored, untold) => {
    const at = now();
    taken = [];
    const tellers = noticeTo.map((target, to) => {
      const teller = tellerOf(target, stored);
      const made = last.find((it) => it.to === to);
      const known = made ? noted(teller, made.due, made.isTold, at) : teller;
      return { ...known, key: keyOf(target) };
    });
    // The run that has leased them looks for new leads when it is done, and so does the next run of the schedule.
    // Only the schedule tells a sum. If each lead of a crowd were taken over at once, they would wait for each other.
    const isOpen = (it: Teller) => isFree(it, at) && (isScheduled || !isCrowded(it, at));
    if (last.length === 0 && !tellers.some(isOpen)) return undefined;
    const news = await untold();
    const next = noticeTo.map((target, to) => {
      const teller = withNews(tellers[to] ?? newTeller, news);
      const due = dueOf(teller, at, isScheduled);
      if (!due || !isFree(teller, at) || at.getTime() > until) return teller;
      taken.push({ to, target, due });
      return leased(teller, at);
    });
    return last.length + news.length + taken.length > 0 ? next : undefined;
  });
  return taken;
}

/** Finds the teller of an address by its key, since its place in the settings may have changed. */
const tellerOf = (target: Target, stored: readonly Teller[]): Teller =>
  stored.find(({ key }) => key === keyOf(target)) ?? newTeller;

async function tell(taken: Taken, store: Store, deps: SiteDeps): Promise<void> {
  taken.isTold = await orInstead(false, 'lead-notices', deps.log, async () => {
    const words = await wordsFor(taken.due, store, deps).catch((error: unknown) => {
      // The address isn't to blame, and an alert tells of the lead. The next lead doesn't wait.
      if (error instanceof DamagedRecord || error instanceof ListUnreadable) return undefined;
      throw error;
    });
    return words && (await say('lead-notice', words, taken.target, deps)) === null;
  });
}

/** Undefined for a lead that nobody has to be told of any more. */
async function wordsFor(
  { leads: [first], sum }: Due,
  store: Store,
  { alerts: { site }, newId, personHash }: SiteDeps,
): Promise<Words | undefined> {
  const inbox = `${site}/admin`;
  if (sum) return { id: newId(), text: sum, link: inbox };
  const lead = first && (await store.get(first.id));
  if (!lead || lead.delivery.state === 'held') return undefined;
  // A mail with a lead's own id would be taken for the lead.
  const id = `notice-${lead.id}`;
  const { industry } = lead;
  // One of the form's choices, because a script may send anything.
  const trade = isKnownIndustry(industry) ? industryLabel(industry) : 'Another trade';
  const who = `${trade}, ${firstNameOf(lead)}.`;
  if (lead.test) return { id, text: `A test, not a lead: ${who}`, link: inbox };
  if (!(await mayContact(lead, store, { personHash })).allowed) return undefined;
  return { id, text: `New lead: ${who}`, link: linkTo(lead.id, site) };
}

/** Letters alone: chats make links of names like example.com, and a name may be a phone number. */
const firstNameOf = ({ name }: SubmissionRecord): string =>
  /\p{L}[\p{L}\p{M}'’-]{0,39}/u.exec(name)?.[0] ?? 'somebody';

export async function findSilentAddresses(
  store: Store,
  { noticeTo, now }: Pick<SiteDeps, 'noticeTo' | 'now'>,
) {
  if (noticeTo.length === 0) return [];
  let names = '';
  await store.changeTellers((tellers) => {
    const silent = noticeTo.filter((it) => isSilent(tellerOf(it, tellers), now()));
    names = silent.map(nameOf).join(', ');
    return undefined;
  });
  const what = `No notice of a new lead has reached ${names} for an hour. The leads are in the inbox. Check NOTICE_TO; a test lead tries it again.`;
  return names ? [{ kind: 'notices' as const, what }] : [];
}
