/**
 * Sends the outbox: notices of leads and calls, alerts and rights messages. Each entry is written together with the
 * change that it reports. Its targets are the addresses that its variable names at sending, and it ends when all have
 * taken it. A renamed address misses nothing, and a removed one delays nothing. Decision 0043.
 */
import { later, hour, minute } from '../durations.ts';
import { latestStart } from '../batches.ts';
import type { SiteDeps } from '../deps.ts';
import { orInstead } from '../log/log.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Decide, Store } from '../store/port.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { claim, leavesTime, recordAttempt } from './attempt.ts';
import { sendableNotices, wordsOf, type NoticeOfLead } from './notice-words.ts';
import { inboxAt, keyOf, logSent, messageTo } from './chat-and-mail.ts';
import { delays } from './schedule.ts';
import type { Sent } from './send.ts';
import { messageOfRights, type Message } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

type Kind = OutboxEntry['kind'];

const targetsOf = (kind: Kind, { noticeTo, alerts, rights }: SiteDeps): readonly Target[] => {
  if (kind === 'alert') return alerts.targets;
  if (kind === 'rights') return rights.state === 'set' ? [rights.target] : [];
  return noticeTo;
};

/** Notices beyond this limit wait for the next scheduled run, which sends one message for all. */
const singles = { count: 3, windowMs: 10 * minute };

/** Sends the due entries at once, unless many leads come. Returns the number of messages taken. Never rejects. */
export const sendEntries = (entries: readonly OutboxEntry[], deps: SiteDeps): Promise<number> =>
  orInstead(0, 'outbox', deps.log, async () => {
    const [first] = entries;
    if (!first) return 0;
    const store = await deps.store();
    const isMany =
      first.kind === 'notice' &&
      !(await store.admit('single-notices', first.id, singles, deps.now())).admitted;
    return isMany ? 0 : attempt(entries, store, deps);
  });

/** Entries per claim. They make one message for each address, but rights messages go one by one. */
const mostAtOnce = 100;

/** Sends all due entries, as one message for each address. Returns the number of messages taken. Never rejects. */
export async function sendDue(deps: SiteDeps): Promise<number> {
  const until = deps.now().getTime() + latestStart;
  let taken = 0;
  await orInstead(undefined, 'outbox', deps.log, async () => {
    const store = await deps.store();
    const seen = new Set<string>();
    for (;;) {
      const now = deps.now();
      const due = await store.outbox('delivery.next_attempt_at', now.toISOString(), mostAtOnce);
      const others = due.filter(({ id }) => !seen.has(id));
      if (others.length === 0 || now.getTime() > until) return;
      for (const { id } of others) seen.add(id);
      taken += await attempt(others, store, deps, until);
    }
  });
  return taken;
}

interface Rule {
  /** From this try on, the wait stays the same. */
  tries: number;
  /** At this age, the entry is given up. */
  days: number;
}

/** A rights message is repeated each day, an alert each half hour, and a notice every two hours. */
const rules: Record<Kind, Rule> = {
  notice: { tries: 3, days: 1 },
  call: { tries: 3, days: 1 },
  alert: { tries: 2, days: 1 },
  // Not longer, because the message has personal data, even of erased people.
  rights: { tries: delays.length - 2, days: 30 },
};

export const rightsDays = rules.rights.days;

/** How long an entry waits if its variable names no address. */
const waitForTarget = hour;

/** Postpones the entry without a try. */
const waiting = (entry: OutboxEntry, next_attempt_at: string): OutboxEntry => ({
  ...entry,
  lease: null,
  delivery: { state: 'pending', next_attempt_at },
});

/** Gives up entries that would wait too long. */
async function changeAll(
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
      const end = later(new Date(entry.at), rules[entry.kind].days * 24 * hour);
      if (next.delivery.next_attempt_at <= end) return next;
      givenUp.add(entry.id);
      return { ...next, delivery: { state: 'off' } };
    },
  );
  for (const id of givenUp) log({ event: 'message-given-up', id });
  return changed;
}

interface Outgoing {
  event: 'notice' | 'alert' | 'rights-message';
  target: Target;
  message: Message;
  ids: ReadonlySet<string>;
}

async function attempt(
  entries: readonly OutboxEntry[],
  store: Store,
  deps: SiteDeps,
  until = Infinity,
): Promise<number> {
  // A developer's machine has other addresses than the site whose store it uses.
  if (deps.alerts.isElsewhere) return 0;
  const holder = deps.newId();
  const claimed = await claimAll(entries, holder, store, deps);
  const { sendable, unknown } = await sendableNotices(claimed, store, deps);
  const outgoing = messagesFor(claimed, sendable, deps);
  const began = deps.now();
  // A slow store may have used up the lease or the caller's time. The entries are due again when the lease ends.
  const hasTime = claimed.every((entry) => leavesTime(entry, began)) && began.getTime() <= until;
  if (claimed.length === 0 || !hasTime) return 0;

  const sent = await Promise.all(
    outgoing.map(async (item) => ({ ...item, sent: await sendOne(item, began, deps) })),
  );
  const ended = deps.now();
  const claimedAt = new Map(claimed.map(({ id, at }) => [id, at]));
  const record: Decide<OutboxEntry> = (entry) => {
    // A newer alert has replaced this entry.
    if (entry.at !== claimedAt.get(entry.id)) return undefined;
    if (unknown.has(entry.id)) return waiting(entry, ended.toISOString());
    const isWanted = entry.kind === 'alert' || entry.kind === 'rights' || sendable.has(entry.id);
    if (!isWanted) return { ...entry, delivery: { state: 'off' } };
    const result = { holder, began, ended, sent: resultFor(entry, sent), by: undefined };
    return recordAttempt(entry, result, deps.random);
  };
  await changeAll(claimed, record, store, deps);
  return sent.filter((it) => isSuccess(it.sent)).length;
}

/** Returns the entries that this holder may send now. Entries without an address wait. */
async function claimAll(
  entries: readonly OutboxEntry[],
  holder: string,
  store: Store,
  deps: SiteDeps,
): Promise<OutboxEntry[]> {
  const decide: Decide<OutboxEntry> = (entry) => {
    const now = deps.now();
    const tries = Math.min(entry.tries, rules[entry.kind].tries);
    const claimed = claim({ ...entry, tries }, { trigger: 'due', holder, now });
    if (!claimed || targetsOf(entry.kind, deps).length > 0) return claimed;
    return waiting(entry, later(now, waitForTarget));
  };
  const changed = await changeAll(entries, decide, store, deps);
  return changed.filter(({ lease }) => lease?.holder === holder);
}

function messagesFor(
  claimed: readonly OutboxEntry[],
  sendable: ReadonlyMap<string, NoticeOfLead>,
  deps: SiteDeps,
): Outgoing[] {
  const { noticeTo, alerts } = deps;
  const untaken = (target: Target) => (entry: OutboxEntry) =>
    !entry.mailed_to?.includes(keyOf(target));
  const idsOf = (all: readonly OutboxEntry[]) => new Set(all.map(({ id }) => id));
  const notices = noticeTo.flatMap((target): Outgoing[] => {
    const own = claimed.filter((entry) => sendable.has(entry.id)).filter(untaken(target));
    const words = wordsOf(
      own.flatMap(({ id }) => sendable.get(id) ?? []),
      alerts.site,
    );
    return words
      ? [{ event: 'notice', target, message: messageTo(target, words), ids: idsOf(own) }]
      : [];
  });
  const alertMessages = alerts.targets.flatMap((target): Outgoing[] => {
    const own = claimed.filter((it) => it.kind === 'alert').filter(untaken(target));
    const [first] = own;
    if (!first) return [];
    const text = own.map((it) => it.text).join('\n');
    // Each alert is a separate mail, even if it replaces another one.
    const id = `${first.id}-${Date.parse(first.at)}`;
    const message = messageTo(target, { id, text, link: inboxAt(alerts.site) });
    return [{ event: 'alert', target, message, ids: idsOf(own) }];
  });
  const rights = claimed
    .filter((it) => it.kind === 'rights')
    .flatMap((entry) =>
      targetsOf('rights', deps).map((target): Outgoing => {
        const message = messageOfRights(entry);
        return { event: 'rights-message', target, message, ids: new Set([entry.id]) };
      }),
    );
  return [...notices, ...alertMessages, ...rights];
}

async function sendOne(
  { event, message, target }: Outgoing,
  began: Date,
  { send, log }: SiteDeps,
): Promise<Sent> {
  const sent = await send(message, target, began);
  logSent(event, message.id, sent, log);
  return sent;
}

/** A success if all addresses have taken the entry, or else the first failure. */
function resultFor({ id }: OutboxEntry, outgoing: readonly (Outgoing & { sent: Sent })[]): Sent {
  const own = outgoing.filter(({ ids }) => ids.has(id));
  const failure = own.find(({ sent }) => !isSuccess(sent))?.sent;
  if (!failure) {
    const ms = Math.max(0, ...own.map(({ sent }) => sent.ms));
    return { status: 200, answer: '', retryAfter: null, ms };
  }
  const mailed_to = own.filter(({ sent }) => isSuccess(sent)).map(({ target }) => keyOf(target));
  return { ...failure, mailed_to };
}
