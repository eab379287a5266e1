/**
 * The browser's storage for one visit. It may be blocked (private windows, policies) or full: the
 * site then remembers nothing, but still works.
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
      // The page works without it.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Blocked storage has nothing to remove.
    }
  },
};

export type Session = typeof session;
