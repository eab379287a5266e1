import { atom } from 'nanostores';
import { addressOf, filterOf, noFilter, type Filter } from './filter.ts';

/** The part of the browser that shows the filter in the page's address. */
export interface Address {
  search: () => string;
  push: (href: string) => void;
  replace: (href: string) => void;
}

/** The inbox's one filter. It's kept in the address, and the list listens to it. */
export function createFilterStore(address: Address) {
  const $filter = atom<Filter>(filterOf(address.search()));

  const change = (filter: Filter, write: (href: string) => void = () => undefined): void => {
    const href = addressOf(filter);
    if (href === addressOf($filter.get())) return;
    write(href);
    $filter.set(filter);
  };

  return {
    $filter,

    /** A choice gets a place in the history, so that Back returns to the view before. */
    choose(part: Partial<Filter>): void {
      change({ ...$filter.get(), ...part }, address.push);
    },

    /** Typing doesn't: each letter would be a step of its own. */
    type(q: string): void {
      change({ ...$filter.get(), q: q.trim() }, address.replace);
    },

    clear(): void {
      change(noFilter, address.push);
    },

    /** The browser's Back and Forward have changed the address. */
    followAddress: (): void => {
      change(filterOf(address.search()));
    },
  };
}

export const pageAddress: Address = {
  search: () => location.search,
  push: (href) => {
    history.pushState(null, '', href);
  },
  replace: (href) => {
    history.replaceState(null, '', href);
  },
};
