import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens from the first paint on, which may have rows already: a key that is pressed then counts. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): void {
  const latest = useEffectEvent(listener);
  useLayoutEffect(() => {
    const stop = new AbortController();
    addEventListener(
      type,
      (event) => {
        latest(event);
      },
      stop,
    );
    return () => {
      stop.abort();
    };
  }, [type]);
}
