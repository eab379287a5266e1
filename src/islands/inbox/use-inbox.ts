import { createContext, useContext } from 'react';
import type { Inbox } from './inbox-store.ts';

export const InboxContext = createContext<Inbox | undefined>(undefined);

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('Outside of the inbox');
  return inbox;
}
