import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Keeps what is below a part where it is on the screen when something in the part comes or goes. */
export function useStill(
  part: RefObject<HTMLElement | null>,
  count: number,
  isFree: () => boolean,
): void {
  const height = useRef(0);

  useLayoutEffect(() => {
    const now = count > 0 ? (part.current?.getBoundingClientRect().height ?? 0) : 0;
    const grown = now - height.current;
    height.current = now;
    // At the top of the page, and with nobody at the rows, it comes where it is seen.
    if (grown !== 0 && !(scrollY === 0 && isFree())) scrollBy({ top: grown, behavior: 'instant' });
  }, [part, count, isFree]);
}
