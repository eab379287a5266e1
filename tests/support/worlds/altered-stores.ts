/** Stores that differ from a real one in one way. */
import { expect } from 'vitest';
import type { ErasureLog, Store } from '../../../functions/store/port.ts';

/** `erase`, with something around the link of each audit entry, which comes right before its commit. */
const erasingWith =
  (store: Store, around: <T>(link: () => Promise<T>) => Promise<T>): Store['erase'] =>
  (ids, at, how) => {
    const log = how?.log;
    const link: ErasureLog['link'] = (...of) =>
      around(() => log?.link(...of) ?? expect.unreachable());
    return store.erase(ids, at, { ...how, log: log && { ...log, link } });
  };

/** The part of a write that a process still does before it dies. */
export type Death = 'before' | 'after';

/** The process dies at the `count`th write, so that no call after it is ever answered. */
export function dyingAt(store: Store, count: number, death: Death) {
  const { promise: died, resolve } = Promise.withResolvers<'died'>();
  let writes = 0;
  const dying = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes < count) return write();
    if (writes === count && death === 'after') await write();
    resolve('died');
    return new Promise(() => undefined);
  };
  const site: Store = {
    ...store,
    create: (...lead) => dying(() => store.create(...lead)),
    change: (...how) => dying(() => store.change(...how)),
    changeTellers: (decide) => dying(() => store.changeTellers(decide)),
    appendAudit: (make) => dying(() => store.appendAudit(make)),
    changeNotice: (id, decide) => dying(() => store.changeNotice(id, decide)),
    setOptOut: (...how) => dying(() => store.setOptOut(...how)),
    // One call makes several commits, and links the entry of each right before it.
    erase: erasingWith(store, dying),
  };
  return { site, died };
}
