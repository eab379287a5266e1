/** The server's time, because this computer's clock may be wrong. */
import { atom, computed, onMount } from 'nanostores';
import { dayAt } from '../../shared/company-time.ts';

let behind = 0;

export const now = (): number => Date.now() + behind;

export function followClock({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) behind = date - Date.now();
}

/** The time, updated every half minute, for everything on the page that shows a waiting time. */
export const $now = atom(now());

const tick = (): void => $now.set(now());

/** The company's day, for a page that stays open overnight. */
export const $today = computed($now, dayAt);

onMount($now, () => {
  tick();
  const timer = setInterval(tick, 30_000);
  return () => clearInterval(timer);
});
