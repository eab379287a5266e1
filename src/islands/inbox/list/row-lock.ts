import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { SubmissionItem } from '../../../shared/submission.ts';

/** Rows must not move while the pointer or the focus is on them, or one of them is in the panel. */
type RowHold = 'pointer' | 'focus' | 'panel';

/** How long rows stay locked after the pointer has left. */
const pause = 3000;

/** Keeps rows in place while a person may be about to press one. */
export function createRowLock(now: () => number) {
  const on = new Set<RowHold>();
  let last = -Infinity;
  return {
    put(hold: RowHold, isOn: boolean): void {
      if (isOn) on.add(hold);
      else on.delete(hold);
    },
    pointerLeft(): void {
      last = now();
    },
    isFree: (): boolean => on.size === 0 && now() - last >= pause,
  };
}

/** Scrolls when rows come or go above the view, so that the rows in view stay where they are. */
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
    // The page hasn't scrolled yet, so the view still begins at this row of the rows before.
    const first = Math.floor(-body.current.getBoundingClientRect().top / rowHeight);
    if (first <= 0) return;
    const anchor = had[Math.min(first, had.length - 1)];
    const now = rows.findIndex(({ id }) => id === anchor?.id);
    const moved = now - first;
    if (now >= 0 && moved !== 0) scrollBy(0, moved * rowHeight);
  }, [body, rows, rowHeight]);
}

/**
 * Scrolls when a part of the page grows or shrinks, so that everything below it stays in place. Call the
 * result after a person has opened or closed the part.
 */
export function useStill(
  part: RefObject<HTMLElement | null>,
  count: number,
  isFree: () => boolean,
): () => void {
  const height = useRef(0);

  useLayoutEffect(() => {
    const now = count > 0 ? (part.current?.getBoundingClientRect().height ?? 0) : 0;
    const grown = now - height.current;
    height.current = now;
    // At the top of the page, let it show, unless a person may be about to press a row.
    if (grown !== 0 && !(scrollY === 0 && isFree())) scrollBy(0, grown);
  }, [part, count, isFree]);

  return () => {
    if (count > 0) height.current = part.current?.getBoundingClientRect().height ?? 0;
  };
}
