export const number = (count: number): string => count.toLocaleString('en-US');

export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? counted(hours, 'hour', 'hours')
    : counted(Math.floor(hours / 24), 'day', 'days');
}

export const submissions = (count: number): string => counted(count, 'submission', 'submissions');
