import { useSyncExternalStore } from 'react';

/** Below this width, the panel covers the whole page, and alarms are behind one button. */
const narrow = matchMedia('(width < 44rem)');

const onNarrow = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed);
  return () => {
    narrow.removeEventListener('change', changed);
  };
};

/** For an event. A part that renders uses the hook below. */
export const isNarrow = (): boolean => narrow.matches;

export const useNarrow = (): boolean => useSyncExternalStore(onNarrow, isNarrow);
