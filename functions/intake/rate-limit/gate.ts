import type { Admission, Limit } from './window.ts';

export type Entry<Known> =
  | { state: 'new' }
  /** It came before, and this is what was stored. */
  | { state: 'known'; known: Known }
  | { state: 'full'; until: number };

/** What the gate asks the store, about one submission. */
export interface Questions<Known> {
  find: () => Promise<Known | undefined>;
  admit: () => Promise<Admission>;
  /** The store's counting doesn't work. */
  failed: (error: unknown) => void;
  /** The first that was refused, of many perhaps. */
  refused: () => void;
}

export type Gate = ReturnType<typeof openGate>;

/** So many full networks are kept in mind; of more, the first are forgotten, and read again. */
const mostFull = 10_000;
/** So long nobody is counted after counting failed, so that a queue doesn't wait for it in turn. */
const failureMs = 5000;

/**
 * Stands before the store and keeps in mind what it said, so that a flood is refused without
 * asking it. What is forgotten here is still there.
 */
export function openGate(limit: Limit, now: () => number) {
  const full = new Map<string, { until: number; looks: number }>();
  const queue = inTurns();
  let failedAt = -Infinity;

  const close = (network: string, until: number) => {
    const [first] = full.keys();
    if (first !== undefined && full.size >= mostFull) full.delete(first);
    full.set(network, { until, looks: limit.count });
    return { state: 'full', until } as const;
  };

  const ask = async <Known>(network: string, it: Questions<Known>): Promise<Entry<Known>> => {
    const closed = full.get(network);
    if (closed && closed.until > now()) {
      // A retry of what is stored gets its answer, but a flood can't make us look for ever.
      if (closed.looks > 0) {
        closed.looks -= 1;
        const known = await it.find();
        if (known !== undefined) return { state: 'known', known };
      }
      return { state: 'full', until: closed.until };
    }
    full.delete(network);
    const known = await it.find();
    if (known !== undefined) return { state: 'known', known };
    if (now() - failedAt < failureMs) return { state: 'new' };
    try {
      const admission = await it.admit();
      if (admission.admitted) return { state: 'new' };
      it.refused();
      return close(network, admission.until);
    } catch (error) {
      // A lead is worth more than a count: where only the counting fails, everyone is let in.
      failedAt = now();
      it.failed(error);
      return { state: 'new' };
    }
  };

  return {
    limit,
    enter: <Known>(network: string, it: Questions<Known>): Promise<Entry<Known>> =>
      queue(network, () => ask(network, it)),
  };
}

/**
 * One after the other for each network: many at once would ask all the same, and hinder each other
 * in writing it down. If one fails, those who waited for it fail with it.
 */
function inTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = last.get(name)?.then(work) ?? work();
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
