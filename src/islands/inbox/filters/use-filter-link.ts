import type { MouseEvent } from 'react';
import { useInbox } from '../inbox-store.ts';
import { addressOf, type Filter } from './filter.ts';

/** Makes links that filter the list in place, and open in a new tab like any other link. */
export function useFilterLink() {
  const { filter: shown } = useInbox();
  return (filter: Filter) => ({
    href: addressOf(filter),
    onClick: (event: MouseEvent): void => {
      // A new tab is the browser's to open.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      shown.choose(filter);
    },
  });
}
