import { admin } from '../../copy/admin.ts';
import type { Toast } from '../../browser/toasts.ts';

/** Why somebody has to go, or goes. */
export type Reason = 'no session' | 'ended' | 'ended elsewhere' | 'denied' | 'unclear' | 'logout';

export interface Redirect {
  href: string;
  /** What the next page says. */
  toast?: Toast;
}

/** Where to, and with which words. `here` is the path and query to come back to. */
export function redirectFor(reason: Reason, here: string): Redirect {
  switch (reason) {
    case 'no session':
    case 'ended elsewhere':
      // Where /auth leads by itself.
      return { href: here === '/admin' ? '/auth' : signInAndReturn(here) };
    case 'ended':
      return { href: signInAndReturn(here) };
    case 'logout':
      return { href: '/auth', toast: { title: admin.access.loggedOut } };
    case 'denied':
      return { href: '/', toast: { title: admin.access.denied, destructive: true } };
    case 'unclear':
      return { href: '/', toast: { title: admin.access.unclear, destructive: true } };
  }
}

const signInAndReturn = (here: string): string => `/auth?return=${encodeURIComponent(here)}`;
