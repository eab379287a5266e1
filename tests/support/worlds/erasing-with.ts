import type { Store } from '../../../functions/store/port.ts';

/** `erase`, with something around the link of each audit entry, which comes right before its commit. */
export const erasingWith =
  (store: Store, around: <T>(link: () => Promise<T>) => Promise<T>): Store['erase'] =>
  (ids, at, log, how) =>
    store.erase(ids, at, log && { ...log, link: (...of) => around(() => log.link(...of)) }, how);
