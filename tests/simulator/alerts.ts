import { lateAfterMs } from '../../src/shared/health.ts';
import { undeliveredSince } from '../../functions/store/record.ts';
import type { Send } from '../../functions/delivery/send.ts';
import { mostSkew, type Call } from './call.ts';
import type { Scheduler } from './scheduler.ts';
import type { Site } from './site.ts';
import type { Watch } from './watch.ts';

/** What alerts say about the leads of a state. */
const topics = {
  pending: { wrong: /has not taken|still waits? for it/, over: /No lead waits for another try/ },
  failed: { wrong: /never took|answered 410/, over: /Every lead that was given up/ },
} as const;

const states = Object.keys(topics) as (keyof typeof topics)[];
type State = (typeof states)[number];

/** What alerts say about addresses in NOTICE_TO. */
const silence = { wrong: /^\S+ No notice of a new lead/, over: /Each address in NOTICE_TO takes/ };

/** The last alert of a site about a state. */
interface Told {
  isOver: boolean;
  madeAt: number;
  arrivedAt: number;
}

const hour = 3_600_000;
/** In the last days of a world, somebody looks for trouble so often. */
export const lookEvery = 8 * hour;
/** Lasting trouble is told each day, as soon as somebody looks. */
const longestPause = 24 * hour + lookEvery + hour;

/** Receives the alerts of all sites, and compares them with what is true. */
export class Alerts {
  readonly #told = new Map<string, Told>();
  /** The sites where nobody in NOTICE_TO is told of leads. */
  readonly silent = new Set<Site>();
  /** When each id was made, and with it the text of an alert. */
  readonly #madeAt = new Map<string, number>();
  readonly #watch: Watch;
  readonly #scheduler: Scheduler;

  constructor(watch: Watch, scheduler: Scheduler) {
    this.#watch = watch;
    this.#scheduler = scheduler;
  }

  made(id: string): void {
    this.#madeAt.set(id, this.#scheduler.time);
  }

  /** The address of alerts takes each, but its answer may be lost. */
  sendFor(site: Site, call: Call): Send {
    return async ({ id, body }) => {
      await call.sent();
      const { text } = JSON.parse(body) as { text: string };
      call.trace(() => `alert: ${text}`);
      this.#arrived(site, text, this.#madeAt.get(id) ?? 0);
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
      if (isOver && stays) this.#watch.violated(`${stays.id} is told to be over, and is ${state}`);
      this.#told.set(`${site.name} ${state}`, { isOver, madeAt, arrivedAt });
    }
  }

  /** Checks what should have been told by now, after days without other trouble. */
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

/** A lead that is late and in this state since before that time. */
const lateIn = (site: Site, state: State, by: number) =>
  site.live().find((it) => {
    const { stateSince = Infinity } = site.leads.get(it.id) ?? {};
    const lateSince = Date.parse(undeliveredSince(it) ?? '') + lateAfterMs;
    return it.delivery.state === state && Math.max(lateSince, stateSince) + 2 * mostSkew < by;
  });
