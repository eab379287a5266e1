import type { ComponentProps, MouseEvent } from 'react';
import { narrow } from '../../staff/window.ts';
import { focusList } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { addressOf, type Filter } from './filter.ts';

/** A link that filters the list in place, and opens in a new tab like any other link. */
export function FilterLink({ to, ...props }: ComponentProps<'a'> & { to: Filter }) {
  const inbox = useInbox();
  const follow = (event: MouseEvent): void => {
    // A new tab is the browser's to open.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    inbox.show(to);
    // It covers the list that the link is about.
    if (matchMedia(narrow).matches) inbox.close();
    // Later, since the closing panel gives the focus to its row, which leaves the list like some links.
    requestAnimationFrame(focusList);
  };
  return <a {...props} href={addressOf(to)} onClick={follow} />;
}
