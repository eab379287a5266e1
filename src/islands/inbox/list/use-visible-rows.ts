import { useLayoutEffect, useState, type RefObject } from 'react';
import { rangeOf, type Range } from './visible-rows.ts';

interface Measured {
  range: Range;
  /** As the style has it: it differs by the window's width, and follows the size of text. */
  rowHeight: number;
}

/** Which rows of the body are near the view, as the page scrolls and its window changes. */
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
    // Its width says which layout it has, its height how large the text is.
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

  // Fewer rows than before: the next measurement comes only after this render.
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
