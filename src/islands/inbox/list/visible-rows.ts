/** The rows around the view that are in the document; the others are two empty spaces. */
export interface Range {
  start: number;
  end: number;
}

/** Beyond the view on both sides, so that a flick of the wheel finds rows there. */
const margin = 6;
/** Ranges move by so many rows at a time: most scroll events then change nothing. */
const step = 4;

interface View {
  /** How far the list's own top is above that of the view; negative below it. */
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

/** A space of so many rows, or a row, by its place in the list. */
export type Slot = { space: number; before: number } | { row: number };

/** What stands in the table: the range, and the row that has the focus wherever it is. */
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
