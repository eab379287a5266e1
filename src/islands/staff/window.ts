import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

/** A layout effect: the first paint may already have rows, and a key that is pressed then must count. */
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

/** At this width, the panel covers the whole page. */
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
