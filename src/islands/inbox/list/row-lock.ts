/** What may be on the rows: then they must not move. */
export type RowHold = 'pointer' | 'focus' | 'panel';

/** So long after a touch or a turn of the wheel the next may follow. */
const pause = 3000;

/** Knows whether somebody is about to press a row. */
export function createRowLock(now: () => number) {
  const on = new Set<RowHold>();
  let last = -Infinity;
  return {
    put(hand: RowHold, isOn: boolean): void {
      if (isOn) on.add(hand);
      else on.delete(hand);
    },
    moved(): void {
      last = now();
    },
    isFree: (): boolean => on.size === 0 && now() - last >= pause,
  };
}
