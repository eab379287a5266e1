/** While one of these is on the rows, they must not move. */
export type RowHold = 'pointer' | 'focus' | 'panel';

/** Rows stay locked for this long after the pointer has left. */
const pause = 3000;

/** Keeps rows in place while somebody may be about to press one. */
export function createRowLock(now: () => number) {
  const on = new Set<RowHold>();
  let last = -Infinity;
  return {
    put(hold: RowHold, isOn: boolean): void {
      if (isOn) on.add(hold);
      else on.delete(hold);
    },
    moved(): void {
      last = now();
    },
    isFree: (): boolean => on.size === 0 && now() - last >= pause,
  };
}
