import { useSyncExternalStore } from 'react';

/** In a window like this, the panel covers the whole page. */
export const narrow = '(width < 44rem)';

/** Here, all columns of the list fit beside each other, or its first words beside the panel. */
export const wide = '(width >= 75rem)';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => {
        media.removeEventListener('change', changed);
      };
    },
    () => matchMedia(query).matches,
  );
