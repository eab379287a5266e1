import { atom } from 'nanostores';
import { addressOf, filterOf, noFilter, type Filter } from './filter.ts';

/** The state of the history's entry for the panel of a phone. */
export const panelEntry = 'panel';

/** The inbox's one filter. It's kept in the page's address, and the list listens to it. */
export function createFilterStore() {
  const $filter = atom(filterOf(location));

  const change = (filter: Filter, write?: (href: string) => void): void => {
    const href = addressOf(filter);
    if (href === addressOf($filter.get())) return;
    write?.(href);
    $filter.set(filter);
  };

  const replace = (href: string): void => {
    history.replaceState(null, '', href);
  };

  const push = (href: string): void => {
    // The panel closes, so its entry would make a Back without effect.
    if (history.state === panelEntry) replace(href);
    else history.pushState(null, '', href);
  };

  return {
    $filter,

    /** Adds an entry to the history, so that Back returns to the filter before. */
    choose: (part: Partial<Filter>): void => {
      change({ ...$filter.get(), ...part }, push);
    },

    /** Replaces the entry in the history: Back shouldn't step through letters. */
    search: (q: string): void => {
      change({ ...$filter.get(), q }, replace);
    },

    clear: (): void => {
      change(noFilter, push);
    },

    /** For Back and Forward, which change the address, as the link that skips to the list does. */
    followAddress: (): void => {
      if (/^#(?!q=)./.test(location.hash)) replace(addressOf($filter.get()));
      else change(filterOf(location));
    },
  };
}
