/** What the pages for staff take from the browser: events, the window's width, and choices that it keeps. */
import { atom } from 'nanostores';
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { local } from '../../browser/session.ts';

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

/** Here, all columns of the list fit beside each other, or its first words beside the panel. */
export const wide = '(width >= 75rem)';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );

/** A choice that an admin makes in this browser. */
export function remembered(key: string) {
  const $choice = atom(local.read(key) ?? '');
  $choice.listen((choice) => local.write(key, choice));
  return $choice;
}
