/**
 * Reads a choice that an admin made in this browser. If its storage is blocked or full, a choice lasts
 * until the admin leaves the page.
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
