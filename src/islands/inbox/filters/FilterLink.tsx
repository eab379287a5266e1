import type { ComponentProps, MouseEvent } from 'react';
import { narrow } from '../../staff/window.ts';
import { focusList } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { addressOf, type Filter } from './filter.ts';

export function FilterLink({ to, ...props }: ComponentProps<'a'> & { to: Filter }) {
  const inbox = useInbox();
  const follow = (event: MouseEvent): void => {
    // Let the browser open the new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    inbox.show(to);
    if (matchMedia(narrow).matches) inbox.close();
    // In the next frame: the closing panel focuses its row, which may leave the list.
    requestAnimationFrame(focusList);
  };
  return <a {...props} href={addressOf(to)} onClick={follow} />;
}
