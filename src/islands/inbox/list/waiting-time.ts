import { atom, onMount } from 'nanostores';
import { admin } from '../../../copy/admin.ts';
import { answerWithin, businessDayMs, businessMs } from '../../../shared/company-time.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { now } from '../../staff/clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a lead has waited by now, counted in business hours. */
export function waitOf({ created_at }: Pick<SubmissionItem, 'created_at'>, now: number) {
  const ms = businessMs(Date.parse(created_at), now);
  return { says: inWords(ms), isLate: ms >= answerWithin };
}

function inWords(ms: number): string {
  const { minutes, hours, days } = admin.waiting;
  if (ms < hourMs) return minutes(Math.floor(ms / minuteMs));
  if (ms < businessDayMs) return hours(Math.floor(ms / hourMs));
  return days(Math.floor(ms / businessDayMs));
}

/** The time, to the half minute, for everything on the page that says how long it waits. */
export const $now = atom(now());

const tick = (): void => {
  $now.set(now());
};

onMount($now, () => {
  tick();
  const timer = setInterval(tick, minuteMs / 2);
  return () => {
    clearInterval(timer);
  };
});
