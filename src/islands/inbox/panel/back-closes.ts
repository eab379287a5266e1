import { useEffect } from 'react';
import { panelEntry } from '../filters/filter-store.ts';
import type { Inbox } from '../inbox-store.ts';
import { narrow } from '../media.ts';

/** On a phone, the panel looks like a page of its own, so Back closes it. */
export function useBackToClose(inbox: Inbox): void {
  useEffect(() => {
    let hasEntry = false;
    const stop = inbox.$opened.listen((opened, before) => {
      if (opened && !before && matchMedia(narrow).matches) {
        hasEntry = true;
        // Closing scrolls to the lead's row. The browser would scroll back to where the panel opened.
        history.scrollRestoration = 'manual';
        if (history.state !== panelEntry) history.pushState(panelEntry, '');
      } else if (!opened && hasEntry) {
        hasEntry = false;
        // A filter that was chosen has replaced the entry.
        if (history.state === panelEntry) history.back();
      }
    });
    const follow = (): void => {
      // Once the browser is done with this Back.
      setTimeout(() => {
        history.scrollRestoration = 'auto';
      });
      if (!hasEntry) return;
      hasEntry = false;
      inbox.close();
    };
    addEventListener('popstate', follow);
    return () => {
      stop();
      removeEventListener('popstate', follow);
    };
  }, [inbox]);
}
