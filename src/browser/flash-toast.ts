/** A toast that one page leaves for the next. */
import { session, sessionKeys } from './session.ts';
import { showToast, type Toast } from './toasts.ts';

const { toast: key } = sessionKeys;

export function flashToast(toast: Toast): void {
  session.write(key, JSON.stringify(toast));
}

export function showFlashToast(): void {
  const stored = session.read(key);
  if (stored === null) return;
  // Remove it first: this page may leave a toast for the next one.
  session.remove(key);
  const toast = parse(stored);
  if (toast) showToast(toast);
}

/** Returns undefined if another script wrote this. The visitor doesn't need to know. */
function parse(stored: string): Toast | undefined {
  try {
    const { title, description, destructive } = JSON.parse(stored) as Record<string, unknown>;
    if (typeof title !== 'string') return undefined;
    const text = typeof description === 'string' && { description };
    return { title, ...text, destructive: destructive === true };
  } catch {
    return undefined;
  }
}
