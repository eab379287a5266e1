/**
 * Sends the outbox: notices of leads and calls, alerts and rights messages. An entry is written together with the
 * change that it reports, and removed when all its addresses have taken it. Decision 0043. One pass:
 *
 * 1. Claim. The worker leases the due entries. If it dies, they are due again when the lease ends. If the variable of an
 *    entry names no address, the entry is postponed instead.
 * 2. Send. Each address gets one message for all entries that it hasn't taken; rights messages go one by one. The
 *    addresses are read from the settings in each pass. If an address is replaced, the new one gets all waiting
 *    entries, and the old one delays none.
 * 3. Record. If an address failed, the entry is due again for the addresses that lack it. An entry that would wait too
 *    long is given up. If a newer alert replaced the entry during the pass, the result is ignored.
 */
import { later, hour, minute } from '../durations.ts';
import { latestStart } from '../batches.ts';
import type { SiteDeps } from '../deps.ts';
import { orInstead } from '../log/log.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Decide, Store } from '../store/port.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { claim, leavesTime, recordAttempt, type AttemptResult } from './attempt.ts';
import { sendableNotices, wordsOf, type NoticeOfLead } from './notice-words.ts';
import { inboxAt, keyOf, logSent, messageTo } from './chat-and-mail.ts';
import { delays } from './schedule.ts';
import type { Sent } from './send.ts';
import { messageOfRights, type Message } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

type Kind = OutboxEntry['kind'];

interface RetryRule {
  /** Further tries don't count, so the wait between them stays `delays[countedTries + 1]`. */
  countedTries: number;
  /** If the next attempt would come at a greater age, the entry is given up. */
  maxDays: number;
}

/** The last wait is repeated: a day for a rights message, half an hour for an alert, two hours for a notice or call. */
const retryRules: Record<Kind, RetryRule> = {
  notice: { countedTries: 3, maxDays: 1 },
  call: { countedTries: 3, maxDays: 1 },
  alert: { countedTries: 2, maxDays: 1 },
  // Not longer, because the message has personal data, even of erased people.
  rights: { countedTries: delays.length - 2, maxDays: 30 },
};

export const rightsDays = retryRules.rights.maxDays;

/** How long an entry is postponed if its variable names no address. */
const waitForAddress = hour;

/** Notices beyond this limit wait for the next scheduled run, which sends one message for all. */
const singleNotices = { count: 3, windowMs: 10 * minute };

/** Entries per pass. */
const entriesAtOnce = 100;

const targetsOf = (kind: Kind, { noticeTo, alerts, rights }: SiteDeps): readonly Target[] => {
  if (kind === 'alert') return alerts.targets;
  if (kind === 'rights') return rights.state === 'set' ? [rights.target] : [];
  return noticeTo;
};

/**
 * Sends new entries at once. During a burst of leads, leaves notices to the next scheduled run. Returns the number of
 * messages that were accepted. Never rejects.
 */
export const sendEntries = (entries: readonly OutboxEntry[], deps: SiteDeps): Promise<number> =>
  orInstead(0, 'outbox', deps.log, async () => {
    const [first] = entries;
    if (!first) return 0;
    const store = await deps.store();
    const isBurst =
      first.kind === 'notice' &&
      !(await store.admit('single-notices', first.id, singleNotices, deps.now())).admitted;
    return isBurst ? 0 : runPass(entries, store, deps);
  });

/** Sends all due entries. Returns the number of messages that were accepted. Never rejects. */
export async function sendDue(deps: SiteDeps): Promise<number> {
  const deadline = deps.now().getTime() + latestStart;
  let taken = 0;
  await orInstead(undefined, 'outbox', deps.log, async () => {
    const store = await deps.store();
    // An entry may stay due after its pass, and gets only one in this run.
    const triedIds = new Set<string>();
    for (;;) {
      const now = deps.now();
      const due = await store.outbox('delivery.next_attempt_at', now.toISOString(), entriesAtOnce);
      const untried = due.filter(({ id }) => !triedIds.has(id));
      if (untried.length === 0 || now.getTime() > deadline) return;
      for (const { id } of untried) triedIds.add(id);
      taken += await runPass(untried, store, deps, deadline);
    }
  });
  return taken;
}

/** Claims, sends and records. Returns the number of messages that were accepted. */
async function runPass(
  entries: readonly OutboxEntry[],
  store: Store,
  deps: SiteDeps,
  deadline = Infinity,
): Promise<number> {
  // A developer's machine may use the store of a deployed site with different addresses, so only that site sends.
  if (deps.alerts.isElsewhere) return 0;
  const holder = deps.newId();
  const claimed = await claimAll(entries, holder, store, deps);
  const { sendable, undecided } = await sendableNotices(claimed, store, deps);
  const outgoing = messagesFor(claimed, sendable, deps);
  const began = deps.now();
  // A slow store may have used up the lease or the caller's time. The entries are due again when the lease ends.
  const hasTime = claimed.every((entry) => leavesTime(entry, began)) && began.getTime() <= deadline;
  if (claimed.length === 0 || !hasTime) return 0;

  const attempts = await Promise.all(outgoing.map((message) => sendOne(message, began, deps)));

  const ended = deps.now();
  const claimedAt = new Map(claimed.map(({ id, at }) => [id, at]));
  const isNotice = ({ kind }: OutboxEntry) => kind === 'notice' || kind === 'call';
  await changeOrGiveUp(
    claimed,
    (entry) => {
      // A newer alert has replaced this entry.
      if (entry.at !== claimedAt.get(entry.id)) return undefined;
      if (undecided.has(entry.id)) return postponed(entry, ended.toISOString());
      if (isNotice(entry) && !sendable.has(entry.id)) return dropped(entry);
      const sent = resultFor(entry, attempts);
      const result: AttemptResult = { holder, began, ended, sent, by: undefined };
      return recordAttempt(entry, result, deps.random);
    },
    store,
    deps,
  );
  return attempts.filter(({ sent }) => isSuccess(sent)).length;
}

/** Returns the entries that this holder may send now. */
async function claimAll(
  entries: readonly OutboxEntry[],
  holder: string,
  store: Store,
  deps: SiteDeps,
): Promise<OutboxEntry[]> {
  const decide: Decide<OutboxEntry> = (entry) => {
    const now = deps.now();
    const tries = Math.min(entry.tries, retryRules[entry.kind].countedTries);
    const claimed = claim({ ...entry, tries }, { trigger: 'due', holder, now });
    if (!claimed || targetsOf(entry.kind, deps).length > 0) return claimed;
    return postponed(entry, later(now, waitForAddress));
  };
  const changed = await changeOrGiveUp(entries, decide, store, deps);
  return changed.filter(({ lease }) => lease?.holder === holder);
}

interface Outgoing {
  event: 'notice' | 'alert' | 'rights-message';
  target: Target;
  message: Message;
  /** The ids of the entries that this message reports. */
  ids: ReadonlySet<string>;
}

function messagesFor(
  claimed: readonly OutboxEntry[],
  sendable: ReadonlyMap<string, NoticeOfLead>,
  deps: SiteDeps,
): Outgoing[] {
  const { noticeTo, alerts } = deps;
  const lackedBy = (target: Target) => (entry: OutboxEntry) =>
    !entry.mailed_to?.includes(keyOf(target));
  const idsOf = (entries: readonly OutboxEntry[]) => new Set(entries.map(({ id }) => id));

  const notices = noticeTo.flatMap((target): Outgoing[] => {
    const entries = claimed.filter(({ id }) => sendable.has(id)).filter(lackedBy(target));
    const words = wordsOf(
      entries.flatMap(({ id }) => sendable.get(id) ?? []),
      alerts.site,
    );
    if (!words) return [];
    return [{ event: 'notice', target, message: messageTo(target, words), ids: idsOf(entries) }];
  });

  const alertMessages = alerts.targets.flatMap((target): Outgoing[] => {
    const entries = claimed.filter((entry) => entry.kind === 'alert').filter(lackedBy(target));
    const [first] = entries;
    if (!first) return [];
    const text = entries.map((entry) => entry.text).join('\n');
    // Each alert is a separate mail, even if it replaces another one.
    const id = `${first.id}-${Date.parse(first.at)}`;
    const message = messageTo(target, { id, text, link: inboxAt(alerts.site) });
    return [{ event: 'alert', target, message, ids: idsOf(entries) }];
  });

  const rights = claimed
    .filter((entry) => entry.kind === 'rights')
    .flatMap((entry) =>
      targetsOf('rights', deps).map((target): Outgoing => {
        const message = messageOfRights(entry);
        return { event: 'rights-message', target, message, ids: idsOf([entry]) };
      }),
    );

  return [...notices, ...alertMessages, ...rights];
}

type Attempted = Outgoing & { sent: Sent };

async function sendOne(
  outgoing: Outgoing,
  began: Date,
  { send, log }: SiteDeps,
): Promise<Attempted> {
  const { event, message, target } = outgoing;
  const sent = await send(message, target, began);
  logSent(event, message.id, sent, log);
  return { ...outgoing, sent };
}

/** A success if all addresses have taken the entry, or else the first failure with the addresses that took it. */
function resultFor({ id }: OutboxEntry, attempts: readonly Attempted[]): Sent {
  const own = attempts.filter(({ ids }) => ids.has(id));
  const failure = own.find(({ sent }) => !isSuccess(sent))?.sent;
  if (!failure) {
    // No attempt is a success, too: the owner may have removed the only address that lacked the entry.
    const ms = Math.max(0, ...own.map(({ sent }) => sent.ms));
    return { status: 200, answer: '', retryAfter: null, ms };
  }
  const mailed_to = own.filter(({ sent }) => isSuccess(sent)).map(({ target }) => keyOf(target));
  return { ...failure, mailed_to };
}

/** Changes entries as `decide` says. Gives up those that would wait too long. */
async function changeOrGiveUp(
  entries: readonly OutboxEntry[],
  decide: Decide<OutboxEntry>,
  store: Store,
  { log }: SiteDeps,
): Promise<OutboxEntry[]> {
  const givenUp = new Set<string>();
  const changed = await store.changeOutbox(
    entries.map(({ id }) => id),
    (entry) => {
      const next = decide(entry);
      // A claimed entry gets at least one try, even after a long time without runs.
      if (next?.delivery.state !== 'pending' || next.lease) return next;
      const end = later(new Date(entry.at), retryRules[entry.kind].maxDays * 24 * hour);
      if (next.delivery.next_attempt_at <= end) return next;
      givenUp.add(entry.id);
      return dropped(next);
    },
  );
  for (const id of givenUp) log({ event: 'message-given-up', id });
  return changed;
}

/** Frees the entry without counting a try. */
const postponed = (entry: OutboxEntry, next_attempt_at: string): OutboxEntry => ({
  ...entry,
  lease: null,
  delivery: { state: 'pending', next_attempt_at },
});

/** The store removes an entry in this state. */
const dropped = (entry: OutboxEntry): OutboxEntry => ({ ...entry, delivery: { state: 'off' } });
