import type { MouseEvent } from 'react';
import { focusList } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { narrow } from '../media.ts';
import { addressOf, type Filter } from './filter.ts';

/** Makes links that filter the list in place, and open in a new tab like any other link. */
export function useFilterLink() {
  const inbox = useInbox();
  return (filter: Filter) => ({
    href: addressOf(filter),
    onClick: (event: MouseEvent): void => {
      // A new tab is the browser's to open.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      inbox.filter.choose(filter);
      // It covers the list that the link is about.
      if (narrow.matches) inbox.close();
      // Later, since the closing panel gives the focus to its row, which leaves the list like some links.
      requestAnimationFrame(focusList);
    },
  });
}
