import { admin } from '../../../copy/admin.ts';
import { answerWithin, businessDayMs, businessMs } from '../../../shared/company-time.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';

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
