import { useSyncExternalStore } from 'react';

/** Where rows are cards, and the panel has no room beside them. */
const narrow = matchMedia('(width < 44rem)');

const subscribe = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed);
  return () => {
    narrow.removeEventListener('change', changed);
  };
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
