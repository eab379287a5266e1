/**
 * The browser's store for one visit. It may be shut (private windows, policies) or full: then
 * nothing is remembered, and nothing breaks.
 */
export const session = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // The page works without a memory.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // What can't be read can't be left behind either.
    }
  },
};

export type Session = typeof session;

/** Where one page leaves a toast for the next. */
export const leftToastKey = 'leadwright:toast';

/** Takes it away at once, so that this page can't take what it is about to leave for another. */
export function takeLeftToast(): string | null {
  const left = session.read(leftToastKey);
  session.remove(leftToastKey);
  return left;
}
