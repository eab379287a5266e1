import { useLayoutEffect, useState, type RefObject } from 'react';

/** The rows in the document: those in and near the view. Empty spaces replace the others. */
export interface Range {
  start: number;
  end: number;
}

/** Rows above and below the view, so that a flick of the wheel doesn't reach empty space. */
const margin = 6;
/** Ranges move by this many rows at a time, so that most scroll events change nothing. */
const step = 4;

interface View {
  /** How far the list's top is above the view's top. Negative if it is below. */
  scrolled: number;
  height: number;
  rowHeight: number;
  count: number;
}

export function rangeOf({ scrolled, height, rowHeight, count }: View): Range {
  if (rowHeight <= 0) return { start: 0, end: Math.min(count, 3 * margin) };
  const first = Math.floor(scrolled / rowHeight) - margin;
  const last = Math.ceil((scrolled + height) / rowHeight) + margin;
  const start = clamp(Math.floor(first / step) * step, 0, count);
  return { start, end: clamp(Math.ceil(last / step) * step, start, count) };
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** A row by its index, or an empty space as high as that many rows. */
type Slot = { space: number; before: number } | { row: number };

/** The table's contents: the rows of the range, and the active row wherever it is. */
export function slotsOf({ start, end }: Range, count: number, active: number): Slot[] {
  const rows = Array.from({ length: end - start }, (_, i) => start + i);
  const isApart = active >= 0 && active < count && (active < start || active >= end);
  const shown = isApart ? [...rows, active].sort((a, b) => a - b) : rows;
  const slots: Slot[] = [];
  let next = 0;
  for (const row of shown) {
    if (row > next) slots.push({ space: row - next, before: row });
    slots.push({ row });
    next = row + 1;
  }
  if (next < count) slots.push({ space: count - next, before: count });
  return slots;
}

interface Measured {
  range: Range;
  /** Measured, because it depends on the window's width and the size of text. */
  rowHeight: number;
}

/** Keeps track of the rows near the view while the page scrolls and the window changes. */
export function useRange(body: RefObject<HTMLTableSectionElement | null>, count: number): Measured {
  const [measured, setMeasured] = useState<Measured>(() => ({
    range: rangeOf({ scrolled: 0, height: innerHeight, rowHeight: 0, count }),
    rowHeight: 0,
  }));

  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const row = body.current?.querySelector('tr[data-id]');
      if (!body.current || !row) return;
      const rowHeight = row.getBoundingClientRect().height;
      const scrolled = -body.current.getBoundingClientRect().top;
      const range = rangeOf({ scrolled, height: innerHeight, rowHeight, count });
      setMeasured((before) =>
        isSame(before, { range, rowHeight }) ? before : { range, rowHeight },
      );
    };
    const measureSoon = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', measureSoon, { passive: true });
    // A new width may mean another layout, and a new height another size of text.
    const resized = new ResizeObserver(measureSoon);
    if (body.current) resized.observe(body.current);
    addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', measureSoon);
      removeEventListener('resize', measureSoon);
      resized.disconnect();
    };
  }, [body, count]);

  // There may be fewer rows now, and the next measurement comes only after this render.
  const { start, end } = measured.range;
  return {
    ...measured,
    range: { start: Math.min(start, count), end: Math.min(end, count) },
  };
}

const isSame = (one: Measured, other: Measured): boolean =>
  one.rowHeight === other.rowHeight &&
  one.range.start === other.range.start &&
  one.range.end === other.range.end;
