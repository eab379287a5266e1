import type { Store } from '../../functions/store/port.ts';

type Around = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** The same store with each of its calls wrapped. */
export const aroundStore = (store: Store, around: Around): Store =>
  new Proxy(store, {
    get(_, name) {
      const method: unknown = Reflect.get(store, name);
      // An `await` of the store checks whether it is a promise.
      if (typeof method !== 'function') return undefined;
      return (...args: unknown[]) =>
        around(String(name), () => Reflect.apply(method, store, args) as Promise<unknown>);
    },
  });
