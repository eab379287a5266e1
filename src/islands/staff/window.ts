/** What the pages for staff take from the browser: events, and the window's width. */
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
