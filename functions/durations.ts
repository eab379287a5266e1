/** Durations in milliseconds, and times in the stored format. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

export const daysBefore = (now: Date, days: number): string => later(now, -days * 24 * hour);
