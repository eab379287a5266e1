/** Browser events and the width of the window, for the pages of staff. */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

/** Listens from the first paint on, which may have rows already: a key that is pressed then counts. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): void {
  const latest = useEffectEvent(listener);
  useLayoutEffect(() => {
    const stop = new AbortController();
    addEventListener(type, latest, stop);
    return () => stop.abort();
  }, [type]);
}

/** In a window like this, the panel covers the whole page. */
export const narrow = '(width < 44rem)';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
