import type { Store } from '../../../functions/store/port.ts';
import { erasingWith } from './erasing-with.ts';

/** The part of a write that a process still does before it dies. */
export type Death = 'before' | 'after';

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** A store whose process dies at the `count`th write, so that no call after it is ever answered. */
export function dyingAt(store: Store, count: number, death: Death) {
  const { promise: died, resolve } = Promise.withResolvers<'died'>();
  let writes = 0;
  const dying = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes < count) return write();
    if (writes === count && death === 'after') await write();
    resolve('died');
    return never();
  };
  const site: Store = {
    ...store,
    create: (record) => dying(() => store.create(record)),
    change: (id, decide) => dying(() => store.change(id, decide)),
    appendAudit: (make) => dying(() => store.appendAudit(make)),
    setOptOut: (change, link) => dying(() => store.setOptOut(change, link)),
    // One call makes several commits, and links the entry of each right before it.
    erase: erasingWith(store, dying),
  };
  return { site, died };
}
