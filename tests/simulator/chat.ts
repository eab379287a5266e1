import type { Send } from '../../functions/delivery/send.ts';
import type { Call } from './call.ts';
import type { Scheduler } from './scheduler.ts';
import type { Lead, Site } from './site.ts';
import type { Watch } from './watch.ts';
import type { Webhook } from './webhook.ts';

/** The chat in NOTICE_TO. Each lead that is news must come up here, unless an alert says that it didn't. */
export class Chat {
  /** It also refuses messages while the webhook fails. */
  refuses = false;
  /** Or when a store was out of reach meanwhile. */
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
    if (text.startsWith('A test')) return;
    const id = /\?q=(\S+)$/.exec(text)?.[1];
    // A sum names nobody. It may be about each lead that came before it.
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

  /** Checks the leads that came before, which may have been refused for an hour, and those of the last hour. */
  checkLast(site: Site, begunAt: number, isAlerted: boolean): void {
    for (const { id, test, delivery } of site.live()) {
      const { newsAt, isTold, email = '' } = site.leads.get(id) ?? {};
      if (newsAt === undefined || isTold || test || delivery.state === 'held') continue;
      if (site.wishes.has(email) || isAlerted) continue;
      const wasRefused = newsAt < begunAt && (this.refusedAt.get(site) ?? 0) > newsAt;
      if (!wasRefused) this.#watch.violated(`nobody is told of ${id}, and no alert says so`);
    }
  }
}
