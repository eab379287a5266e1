import { createContext, useContext, useEffect } from 'react';
import { browserTab, poll } from '../staff/polling.ts';
import type { Inbox } from './inbox-store.ts';

export const InboxContext = createContext<Inbox | undefined>(undefined);

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('Outside of the inbox');
  return inbox;
}

/** Loads the list, keeps it current and follows the address while the page is open. */
export function useUpdates({ alarm, filter, list }: Inbox): void {
  useEffect(() => {
    void list.load('first');
    void alarm.check();
    const stopPolling = poll(() => {
      void alarm.check();
      return list.refresh();
    }, browserTab);
    addEventListener('popstate', filter.followAddress);
    return () => {
      removeEventListener('popstate', filter.followAddress);
      stopPolling();
    };
  }, [alarm, filter, list]);
}
