import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { SubmissionItem } from '../../../shared/submission.ts';

/** Keeps the rows in view where they are when others come or go above them. */
export function useAnchor(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly SubmissionItem[],
  rowHeight: number,
): void {
  const before = useRef(rows);

  useLayoutEffect(() => {
    const had = before.current;
    before.current = rows;
    if (had === rows || !body.current || rowHeight === 0) return;
    // The page hasn't scrolled since, so this is where the view was.
    const first = Math.floor(-body.current.getBoundingClientRect().top / rowHeight);
    if (first <= 0) return;
    const anchor = had[Math.min(first, had.length - 1)];
    const now = rows.findIndex(({ id }) => id === anchor?.id);
    const moved = now - first;
    if (now >= 0 && moved !== 0) scrollBy({ top: moved * rowHeight, behavior: 'instant' });
  }, [body, rows, rowHeight]);
}

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
