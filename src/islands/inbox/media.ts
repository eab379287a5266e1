import { useSyncExternalStore } from 'react';

/** In a window like this, the panel covers the whole page, and alarms share one strip. */
export const narrow = matchMedia('(width < 44rem)');

/** Here, all columns of the list fit beside each other. */
export const wide = matchMedia('(width >= 75rem)');

export const useMedia = (media: MediaQueryList): boolean =>
  useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed);
      return () => {
        media.removeEventListener('change', changed);
      };
    },
    () => media.matches,
  );
