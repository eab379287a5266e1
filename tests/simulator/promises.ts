import {
  foldEmail,
  undeliveredSince,
  type SubmissionRecord,
} from '../../functions/store/record.ts';
import { delays } from '../../functions/delivery/schedule.ts';
import { owedDays } from '../../functions/erasure/retention.ts';
import { daysBefore } from '../../functions/durations.ts';
import { isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { leaseTime } from '../../functions/delivery/attempt.ts';
import { mostSkew, type Call } from './call.ts';
import { isTombstone, type Stored, type Site } from './site.ts';
import type { Scheduler } from './scheduler.ts';
import { said } from './words.ts';

interface Arrival {
  id: string;
  body: string;
  isTaken: boolean;
}

/** Checks every write and every request to the webhook against the promises. */
export class Watch {
  violation: string | undefined;
  /** The ids of the messages that the webhook accepted. */
  readonly taken = new Set<string>();
  /** Each site may have other settings, and its own first try. */
  readonly #bodies = new Map<string, string>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  violated(promise: string): void {
    this.violation ??= promise;
    this.#scheduler.stop();
  }

  /** Checks one write to a submission, at the moment of the write. */
  wrote(site: Site, id: string, before?: Stored, after?: Stored, by?: Call): void {
    if (after && !isTombstone(after)) {
      if (!before) this.#added(site, id, after, by);
      else if (isTombstone(before)) this.violated(`${id} was erased and came back`);
      else this.#changed(site, before, after, by);
      if (by && after.delivery.state === 'off' && !isOffFor(by, before))
        this.violated(`${id} is off, where a webhook is wanted`);
    } else if (before && !isTombstone(before)) {
      this.#removed(site, before, by);
    } else if (after) {
      const lead = site.leads.get(id);
      if (lead) lead.erasedAt ??= this.#scheduler.time;
    }
  }

  #added(site: Site, id: string, record: SubmissionRecord, by?: Call): void {
    if (site.leads.get(id)?.erasedAt !== undefined) {
      this.violated(`${id} was erased at ${site.name} and came back`);
    }
    const isErased = site.mustStayErased.has(id) || by?.mustNotStore.has(id);
    if (isErased) {
      this.violated(`${id} was erased before the export ended, and its import revived it`);
    }
    const { delivery } = record;
    const email = foldEmail(record.email);
    if (by && !isHeldFor(by, site.optedOut.get(email), delivery)) {
      this.violated(`${id} is ${delivery.state}, and its person asked not to be contacted before`);
    }
    const since = this.#scheduler.time;
    site.leads.set(id, {
      said: said(record),
      email,
      since,
      delivery,
      stateSince: since,
      notes: new Set(),
      ...(by && !isImport(by) && delivery.state !== 'held' && { newsAt: since }),
    });
  }

  #changed(site: Site, before: SubmissionRecord, after: SubmissionRecord, by?: Call): void {
    const { time } = this.#scheduler;
    const { id } = after;
    const lead = site.leads.get(id);
    if (lead) {
      if (lead.delivery.state !== after.delivery.state) lead.stateSince = time;
      if (after.delivery.state === 'held') delete lead.newsAt;
      else if (before.delivery.state === 'held' && by?.name.includes('release')) lead.newsAt = time;
      lead.delivery = after.delivery;
    }
    const meaning = (record: SubmissionRecord) =>
      said(record) + record.created_at + JSON.stringify(record.consent);
    if (lead && after.lease && after.lease.holder !== before.lease?.holder) lead.claimedAt = time;
    const optedOutAt = site.optedOut.get(lead?.email ?? '') ?? Infinity;
    if (before.opted_out && time > optedOutAt) {
      if (before.delivery.state === 'held' && !['held', 'delivered'].includes(after.delivery.state))
        this.violated(`${id} is ${after.delivery.state} again, against its person's wish`);
      if (!after.opted_out) this.violated(`${id} says no longer that its person asked to stop`);
    }
    if (meaning(before) !== meaning(after)) this.violated(`${id} changed its words`);
    if (before.delivery.state === 'delivered' && after.delivery.state !== 'delivered') {
      this.violated(`${id} was delivered and is ${after.delivery.state} now`);
    }
    this.#checkMailed(before, after, by);
    if (before.delivery.state === 'pending' && after.delivery.state === 'failed') {
      if (after.tries < delays.length) this.violated(`${id} was given up too soon`);
    }
    for (const field of ['answered', 'archived'] as const) {
      const isSame = JSON.stringify(before[field]) === JSON.stringify(after[field]);
      if (isSame) continue;
      site.clicks += 1;
      if (!by?.name.includes(field)) this.violated(`${id} is no longer ${field}`);
    }
    const { lease } = before;
    const isLeft = after.lease?.holder !== lease?.holder;
    const isHeld = lease && Date.parse(lease.until) > time + mostSkew;
    if (isHeld && isLeft && !by?.ids.has(lease.holder)) {
      this.violated(`${id} lost its lease while a worker held it`);
    }
  }

  /** The next attempt skips addresses that have the mail. A delivered mail is in every mailbox. */
  #checkMailed(before: SubmissionRecord, after: SubmissionRecord, by?: Call): void {
    const { id, attempts, mailed_to = [], delivery } = after;
    const last = attempts.at(-1);
    const isForgotten = before.mailed_to?.some((it) => !mailed_to.includes(it));
    if (isForgotten && !(last && isSuccess(last))) this.violated(`the record lost who has ${id}`);
    if (delivery.state !== 'delivered' || before.delivery.state === 'delivered') return;
    const { mail } = by?.webhook.state === 'set' ? by.webhook.target : {};
    const missing = mail?.to.find((it) => !this.taken.has(`${id} ${it}`));
    if (missing) this.violated(`${id} is delivered, but ${missing} does not have it`);
  }

  #removed(site: Site, record: SubmissionRecord, by: Call | undefined): void {
    const lead = site.leads.get(record.id);
    if (lead) lead.erasedAt = this.#scheduler.time;
    const since = undeliveredSince(record);
    if (!by?.name.includes('retention') || record.delivery.state !== 'pending' || !since) return;
    if (since > daysBefore(new Date(this.#scheduler.time + mostSkew), owedDays)) {
      this.violated(`${record.id} was erased by retention while its delivery was owed`);
    }
  }

  /** A mail arrived in the mailboxes of these addresses. */
  mailed(site: Site, id: string, body: string, to: readonly string[]): void {
    for (const address of to) this.taken.add(`${id} ${address}`);
    this.arrived(site, { id, body, isTaken: to.length > 0 });
  }

  arrived(site: Site, { id, body, isTaken }: Arrival): void {
    const message = `${id} from ${site.name}`;
    const before = this.#bodies.get(message) ?? body;
    if (before !== body) this.violated(`${id} was sent with two bodies`);
    this.#bodies.set(message, body);
    if (isTaken) this.taken.add(id);
    const lead = site.leads.get(id);
    if (!lead) this.violated(`${id} was sent and is not stored`);
    const { erasedAt, email = '', claimedAt = 0 } = lead ?? {};
    if (claimedAt > (site.optedOut.get(email) ?? Infinity))
      this.violated(`${id} was sent against its person's wish`);
    if (erasedAt !== undefined && this.#scheduler.time > erasedAt + leaseTime) {
      this.violated(`${id} was sent after it was erased`);
    }
  }
}

const isImport = ({ name }: Call): boolean => /(import|move)$/.test(name);

/** Whether a new lead is held if its person was on the list when its call began. */
const isHeldFor = (by: Call, since: number | undefined, { state }: Delivery): boolean =>
  since === undefined ||
  since >= by.begunAt ||
  state === 'held' ||
  // If the list cannot be read, keeping the lead has priority.
  by.logged.has('opt-out-not-read') ||
  isImport(by);

/** Whether a delivery may be off: the site has no webhook, or it was off before or in another store. */
const isOffFor = (by: Call, before: Stored | undefined): boolean =>
  by.webhook.state === 'off' ||
  isImport(by) ||
  (before !== undefined && !isTombstone(before) && before.delivery.state === 'off');
