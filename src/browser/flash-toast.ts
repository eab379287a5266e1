/** A toast that one page leaves for the next. */
import { recalled, session, sessionKeys } from './session.ts';
import { showToast, type Toast } from './toasts.ts';

const { toast: key } = sessionKeys;

export function flashToast(toast: Toast): void {
  session.write(key, JSON.stringify(toast));
}

export function showFlashToast(): void {
  const { title, description, destructive } = recalled(session, key);
  // Remove it before showing it: this page may store a toast for the next one.
  session.remove(key);
  // Without a title, the value comes from another script. Ignore it.
  if (typeof title !== 'string') return;
  const text = typeof description === 'string' && { description };
  showToast({ title, ...text, destructive: destructive === true });
}
