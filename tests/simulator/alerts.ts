import { lateAfterMs } from '../../src/shared/health.ts';
import { undeliveredSince } from '../../functions/store/record.ts';
import type { Send } from '../../functions/delivery/send.ts';
import { mostSkew, type Call } from './call.ts';
import type { Scheduler } from './scheduler.ts';
import type { Site, Lead } from './site.ts';
import type { Watch } from './promises.ts';
import type { Webhook } from './webhook.ts';

/** The text of alerts about leads of a state. */
const topics = {
  pending: {
    wrong: /has not taken|still waits? for it/,
    over: /No lead is waiting for another try/,
  },
  failed: { wrong: /never took/, over: /Every lead that was given up/ },
} as const;

const states = Object.keys(topics) as (keyof typeof topics)[];
type State = (typeof states)[number];

/** The text of alerts about addresses in NOTICE_TO. */
const silence = { wrong: /No notice of a new lead/, over: /Each address in NOTICE_TO/ };

interface Told {
  isOver: boolean;
  madeAt: number;
  arrivedAt: number;
}

const hour = 3_600_000;
/** The interval of the watch in the last days of a world. */
export const lookEvery = 8 * hour;
/** A lasting trouble is reported each day, with the next run of the watch. */
const longestPause = 24 * hour + lookEvery + hour;

/** Receives the alerts of all sites, and compares them with the true state. */
export class Alerts {
  readonly #told = new Map<string, Told>();
  /** The sites where no address in NOTICE_TO gets notices. */
  readonly silent = new Set<Site>();
  readonly #watch: Watch;
  readonly #scheduler: Scheduler;

  constructor(watch: Watch, scheduler: Scheduler) {
    this.#watch = watch;
    this.#scheduler = scheduler;
  }

  /** The alert address accepts each message, but its response may be lost. */
  sendFor(site: Site, call: Call): Send {
    return async ({ id, body }) => {
      await call.sent();
      const { text } = JSON.parse(body) as { text: string };
      call.trace(() => `alert: ${text}`);
      const madeAt = Number(/-(\d+)$/.exec(id)?.[1] ?? 0);
      for (const line of text.split('\n')) this.#arrived(site, line, madeAt);
      await call.step();
      return call.strikes('webhook answer lost')
        ? { error: 'The connection broke off', ms: 1 }
        : { status: 200, answer: '', retryAfter: null, ms: 1 };
    };
  }

  #arrived(site: Site, text: string, madeAt: number): void {
    const arrivedAt = this.#scheduler.time;
    if (silence.wrong.test(text)) this.silent.add(site);
    if (silence.over.test(text)) this.silent.delete(site);
    for (const state of states) {
      const isOver = topics[state].over.test(text);
      if (!isOver && !topics[state].wrong.test(text)) continue;
      const last = this.#lastOf(site, state);
      const stays = last.isOver ? undefined : lateIn(site, state, last.madeAt);
      if (isOver && stays) this.#watch.violated(`${stays.id} is reported as over, and is ${state}`);
      this.#told.set(`${site.name} ${state}`, { isOver, madeAt, arrivedAt });
    }
  }

  /** Checks the alerts that are due after days without other trouble. */
  checkLast(site: Site, begunAt: number, now: number): void {
    for (const state of states) {
      const { isOver, arrivedAt } = this.#lastOf(site, state);
      const stays = lateIn(site, state, begunAt);
      if (stays && (isOver || now - arrivedAt > longestPause)) {
        this.#watch.violated(`no alert says again that ${stays.id} is ${state}`);
      }
      if (!isOver && !site.live().some(({ delivery }) => delivery.state === state)) {
        this.#watch.violated(`no alert says that no lead of ${site.name} is ${state} any more`);
      }
    }
  }

  #lastOf(site: Site, state: State): Told {
    return this.#told.get(`${site.name} ${state}`) ?? { isOver: true, madeAt: 0, arrivedAt: 0 };
  }
}

/** A lead that was already late, and in this state, by that time. */
const lateIn = (site: Site, state: State, by: number) =>
  site.live().find((lead) => {
    const { stateSince = Infinity } = site.leads.get(lead.id) ?? {};
    const lateSince = Date.parse(undeliveredSince(lead) ?? '') + lateAfterMs;
    return lead.delivery.state === state && Math.max(lateSince, stateSince) + 2 * mostSkew < by;
  });

/** The chat in NOTICE_TO. Each new lead must appear here, unless an alert says that it did not. */
export class Chat {
  /** Messages are also refused while the webhook fails. */
  refuses = false;
  /** When a notice of each site last failed. The store may also have been unreachable. */
  readonly refusedAt = new Map<Site, number>();
  readonly #watch: Watch;
  readonly #scheduler: Scheduler;
  readonly #webhook: Webhook;

  constructor(watch: Watch, scheduler: Scheduler, webhook: Webhook) {
    this.#watch = watch;
    this.#scheduler = scheduler;
    this.#webhook = webhook;
  }

  sendFor(site: Site, call: Call): Send {
    return async ({ body }) => {
      await call.sent();
      const { text } = JSON.parse(body) as { text: string };
      const isRefused = this.refuses || this.#webhook.mood === 'fails';
      call.trace(() => `chat ${isRefused ? 'refuses' : 'takes'}: ${text}`);
      if (isRefused) this.refusedAt.set(site, this.#scheduler.time);
      this.#arrived(site, text, isRefused, call);
      await call.step();
      const isLost = call.strikes('webhook answer lost');
      if (isLost) this.refusedAt.set(site, this.#scheduler.time);
      return isLost
        ? { error: 'The connection broke off', ms: 1 }
        : { status: isRefused ? 500 : 200, answer: '', retryAfter: null, ms: 1 };
    };
  }

  #arrived(site: Site, text: string, isRefused: boolean, call: Call): void {
    const id = /\?q=(\S+)$/.exec(text)?.[1];
    // A summary names no lead. It may cover each lead that came before it.
    const told = id === undefined ? [...site.leads.values()] : [site.leads.get(id)];
    if (id !== undefined) this.#check(id, told[0], site, call);
    if (!isRefused) for (const lead of told) if (lead?.newsAt !== undefined) lead.isTold = true;
  }

  #check(id: string, lead: Lead | undefined, site: Site, { begunAt }: Call): void {
    const { erasedAt = Infinity, email = '', delivery, stateSince = 0 } = lead ?? {};
    if (!lead) this.#watch.violated(`the chat is told of ${id}, which is not stored`);
    if (begunAt > erasedAt) this.#watch.violated(`the chat is told of ${id}, which was erased`);
    if (begunAt > (site.optedOut.get(email) ?? Infinity))
      this.#watch.violated(`the chat is told of ${id}, against its person's wish`);
    if (delivery?.state === 'held' && begunAt > stateSince)
      this.#watch.violated(`the chat is told of ${id}, which is held`);
  }

  /** Each lead's notice must have come, unless it was refused before the last hour or an alert says so. */
  checkLast(site: Site, begunAt: number, isAlerted: boolean): void {
    for (const { id, delivery } of site.live()) {
      const { newsAt, isTold, email = '' } = site.leads.get(id) ?? {};
      if (newsAt === undefined || isTold || delivery.state === 'held') continue;
      if (site.wishes.has(email) || isAlerted) continue;
      const wasRefused = newsAt < begunAt && (this.refusedAt.get(site) ?? 0) > newsAt;
      if (!wasRefused) this.#watch.violated(`nobody is told of ${id}, and no alert says so`);
    }
  }
}
