/** The server's time, since this computer's clock may be wrong. */
import { atom, onMount } from 'nanostores';

/** How far this computer's clock is behind the server's. */
let behind = 0;

export const now = (): number => Date.now() + behind;

/** Learns the time from each answer. */
export function followClock({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) behind = date - Date.now();
}

/** The time, to the half minute, for everything on the page that says how long it waits. */
export const $now = atom(now());

const tick = (): void => $now.set(now());

onMount($now, () => {
  tick();
  const timer = setInterval(tick, 30_000);
  return () => clearInterval(timer);
});
