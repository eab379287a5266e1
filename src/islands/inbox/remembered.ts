import { atom } from 'nanostores';

/**
 * A choice that an admin makes in this browser. If its storage is blocked or full, a choice lasts until
 * the admin leaves the page.
 */
export function remembered(key: string) {
  const $choice = atom('');
  try {
    $choice.set(localStorage.getItem(key) ?? '');
  } catch {
    // The page works without it.
  }
  $choice.listen((choice) => {
    try {
      localStorage.setItem(key, choice);
    } catch {
      // The same.
    }
  });
  return $choice;
}
