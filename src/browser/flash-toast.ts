/** A toast that one page leaves for the next. */
import { recalled, session, sessionKeys } from './session.ts';
import { showToast, type Toast } from './toasts.ts';

const { toast: key } = sessionKeys;

export function flashToast(toast: Toast): void {
  session.write(key, JSON.stringify(toast));
}

export function showFlashToast(): void {
  const { title, description, destructive } = recalled(session, key);
  // Remove it first: this page may leave a toast for the next one.
  session.remove(key);
  // Without a title, another script wrote this. The visitor doesn't need to know.
  if (typeof title !== 'string') return;
  const text = typeof description === 'string' && { description };
  showToast({ title, ...text, destructive: destructive === true });
}
