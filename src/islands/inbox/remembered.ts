/**
 * What this browser remembers for an admin, from visit to visit. Storage may be blocked or full: then a
 * choice lasts until the page is left.
 */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page works without it.
  }
}
