import { useSyncExternalStore } from 'react';

/** Below this width, the panel covers the whole page, and alarms share one strip. */
const narrow = matchMedia('(width < 44rem)');

const onNarrow = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed);
  return () => {
    narrow.removeEventListener('change', changed);
  };
};

export const useNarrow = (): boolean => useSyncExternalStore(onNarrow, () => narrow.matches);
