/**
 * Sends what waits in the outbox: notices of leads and of calls, alerts, and rights messages. Each entry is
 * written together with what it tells of. It is for all addresses that its variable names when it is sent, and ends
 * when each has taken it, so a renamed address misses nothing, and one that is removed delays nothing. Decision 0043.
 */
import { later, hour, minute } from '../durations.ts';
import { latestStart } from '../batches.ts';
import type { SiteDeps } from '../deps.ts';
import { orInstead } from '../log/log.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Decide, Store } from '../store/port.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { claim, leavesTime, recordAttempt } from './attempt.ts';
import { tellable, wordsOf, type NoticeOfLead } from './notice-words.ts';
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

/** More notices than these in this time wait for the next run of the schedule, which sends one message for all. */
const singles = { count: 3, windowMs: 10 * minute };

/**
 * Sends those of these entries that are due, at once unless many leads come. Returns how many messages were taken;
 * never rejects.
 */
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

/** How many are claimed at once. They are one message for each address, but rights messages go one by one. */
const mostAtOnce = 100;

/** Sends everything that is due, each address one message for all. Returns how many were taken; never rejects. */
export async function sendDue(deps: SiteDeps): Promise<number> {
  const until = deps.now().getTime() + latestStart;
  let taken = 0;
  await orInstead(undefined, 'outbox', deps.log, async () => {
    const store = await deps.store();
    const given = new Set<string>();
    for (;;) {
      const now = deps.now();
      const due = await store.outbox('delivery.next_attempt_at', now.toISOString(), mostAtOnce);
      const others = due.filter(({ id }) => !given.has(id));
      if (others.length === 0 || now.getTime() > until) return;
      for (const { id } of others) given.add(id);
      taken += await attempt(others, store, deps, until);
    }
  });
  return taken;
}

interface Rule {
  /** From this try on, the wait before the next one stays the same. */
  tries: number;
  /** Then it is given up. */
  days: number;
}

/** A rights message is repeated each day, an alert each half hour, and a notice every two hours. */
const rules: Record<Kind, Rule> = {
  notice: { tries: 3, days: 1 },
  call: { tries: 3, days: 1 },
  alert: { tries: 2, days: 1 },
  // No longer, because it has personal data, even of people who were erased.
  rights: { tries: delays.length - 2, days: 30 },
};

export const rightsDays = rules.rights.days;

/** Until somebody sets its variable. */
const waitForTarget = hour;

/** Due again then, without a try. */
const waiting = (it: OutboxEntry, next_attempt_at: string): OutboxEntry => ({
  ...it,
  lease: null,
  delivery: { state: 'pending', next_attempt_at },
});

/** Changes these entries, and gives up those that would wait for too long. */
async function changeAll(
  entries: readonly OutboxEntry[],
  decide: Decide<OutboxEntry>,
  store: Store,
  { log }: SiteDeps,
): Promise<OutboxEntry[]> {
  const givenUp = new Set<string>();
  const changed = await store.changeOutbox(
    entries.map(({ id }) => id),
    (it) => {
      const next = decide(it);
      // One that is claimed is tried at least once, however long no run came.
      if (next?.delivery.state !== 'pending' || next.lease) return next;
      const end = later(new Date(it.at), rules[it.kind].days * 24 * hour);
      if (next.delivery.next_attempt_at <= end) return next;
      givenUp.add(it.id);
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
  /** The entries that it tells. */
  ids: ReadonlySet<string>;
}

/** Claims the entries that are due, sends them and records the results. Returns how many messages were taken. */
async function attempt(
  entries: readonly OutboxEntry[],
  store: Store,
  deps: SiteDeps,
  until = Infinity,
): Promise<number> {
  // On a developer's machine, these addresses are not those of the site whose store it is.
  if (deps.alerts.isElsewhere) return 0;
  const holder = deps.newId();
  const claimed = await claimAll(entries, holder, store, deps);
  const { told, unknown } = await tellable(claimed, store, deps);
  const outgoing = messagesFor(claimed, told, deps);
  const began = deps.now();
  // If a slow store used up the lease or the caller's time, nothing is sent. It is due again when the lease runs out.
  const hasTime = claimed.every((it) => leavesTime(it, began)) && began.getTime() <= until;
  if (claimed.length === 0 || !hasTime) return 0;

  const sent = await Promise.all(
    outgoing.map(async (it) => ({ ...it, sent: await sendOne(it, began, deps) })),
  );
  const ended = deps.now();
  const claimedAt = new Map(claimed.map(({ id, at }) => [id, at]));
  const record: Decide<OutboxEntry> = (it) => {
    // A newer alert has taken its place.
    if (it.at !== claimedAt.get(it.id)) return undefined;
    if (unknown.has(it.id)) return waiting(it, ended.toISOString());
    const isToTell = it.kind === 'alert' || it.kind === 'rights' || told.has(it.id);
    if (!isToTell) return { ...it, delivery: { state: 'off' } };
    const made = { holder, began, ended, sent: resultFor(it, sent), by: undefined };
    return recordAttempt(it, made, deps.random);
  };
  await changeAll(claimed, record, store, deps);
  return sent.filter((it) => isSuccess(it.sent)).length;
}

/** Those of the entries that this holder may send now. Those without an address wait. */
async function claimAll(
  entries: readonly OutboxEntry[],
  holder: string,
  store: Store,
  deps: SiteDeps,
): Promise<OutboxEntry[]> {
  const decide: Decide<OutboxEntry> = (it) => {
    const now = deps.now();
    const tries = Math.min(it.tries, rules[it.kind].tries);
    const claimed = claim({ ...it, tries }, { trigger: 'due', holder, now });
    if (!claimed || targetsOf(it.kind, deps).length > 0) return claimed;
    return waiting(it, later(now, waitForTarget));
  };
  const changed = await changeAll(entries, decide, store, deps);
  return changed.filter(({ lease }) => lease?.holder === holder);
}

function messagesFor(
  claimed: readonly OutboxEntry[],
  told: ReadonlyMap<string, NoticeOfLead>,
  deps: SiteDeps,
): Outgoing[] {
  const { noticeTo, alerts } = deps;
  const untaken = (target: Target) => (it: OutboxEntry) => !it.mailed_to?.includes(keyOf(target));
  const idsOf = (all: readonly OutboxEntry[]) => new Set(all.map(({ id }) => id));
  const notices = noticeTo.flatMap((target): Outgoing[] => {
    const own = claimed.filter((it) => told.has(it.id)).filter(untaken(target));
    const words = wordsOf(
      own.flatMap(({ id }) => told.get(id) ?? []),
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
    // Each is a mail of its own, whatever it takes the place of.
    const id = `${first.id}-${Date.parse(first.at)}`;
    const message = messageTo(target, { id, text, link: inboxAt(alerts.site) });
    return [{ event: 'alert', target, message, ids: idsOf(own) }];
  });
  const rights = claimed
    .filter((it) => it.kind === 'rights')
    .flatMap((it) =>
      targetsOf('rights', deps).map((target): Outgoing => {
        const message = messageOfRights(it);
        return { event: 'rights-message', target, message, ids: new Set([it.id]) };
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

/** What became of one entry: taken by all that had not taken it before, or the first failure. */
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
