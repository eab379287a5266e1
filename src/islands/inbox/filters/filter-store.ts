import { atom } from 'nanostores';
import { addressOf, filterOf, noFilter, type Filter } from './filter.ts';

/** The part of the browser that shows the filter in the page's address. */
interface Address {
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

    /** Adds an entry to the history, so that Back returns to the filter before. */
    choose: (part: Partial<Filter>): void => {
      change({ ...$filter.get(), ...part }, address.push);
    },

    /** Replaces the entry in the history: Back shouldn't step through letters. */
    type(q: string): void {
      change({ ...$filter.get(), q: q.trim() }, address.replace);
    },

    clear: (): void => {
      change(noFilter, address.push);
    },

    /** For Back and Forward, which change the address. */
    followAddress: (): void => {
      change(filterOf(address.search()));
    },
  };
}

/** The state of the history's entry for the panel of a phone. */
export const panelEntry = 'panel';

export const pageAddress: Address = {
  search: () => location.search,
  push: (href) => {
    // The panel closes, so its entry would make a Back without effect.
    if (history.state === panelEntry) history.replaceState(null, '', href);
    else history.pushState(null, '', href);
  },
  replace: (href) => {
    history.replaceState(null, '', href);
  },
};
