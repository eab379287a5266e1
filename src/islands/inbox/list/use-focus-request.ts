import { useStore } from '@nanostores/react';
import { useLayoutEffect, type RefObject } from 'react';
import { useInbox } from '../use-inbox.ts';

/** Gives a row the focus that was asked for, and brings it into view. */
export function useFocusRequest(body: RefObject<HTMLTableSectionElement | null>): void {
  const { $focus } = useInbox();
  const wanted = useStore($focus);

  useLayoutEffect(() => {
    if (!wanted) return;
    const row = body.current?.querySelector(`tr[data-id="${CSS.escape(wanted.id)}"]`);
    // First in view, then in focus: the browser's own way of scrolling to it is less gentle.
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    row?.querySelector<HTMLElement>('button[data-open]')?.focus({ preventScroll: true });
  }, [body, wanted]);
}
