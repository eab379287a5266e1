/** Durations in milliseconds, and times in the stored format. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

export const daysBefore = (now: Date, days: number): string => later(now, -days * 24 * hour);

/** A time in the future is from before a clock was set back. It counts as equally long ago. */
export const ageMs = (time: string | null, now: Date): number =>
  time === null ? 0 : Math.abs(now.getTime() - Date.parse(time));
