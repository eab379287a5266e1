import type { RunningSite } from '../servers/running-site.ts';

interface LogLine {
  time: string;
  level: 'info' | 'error';
  request: string;
  function: string;
  event: string;
  [detail: string]: unknown;
}

/** The log of the functions so far, from both streams. A line that isn't JSON fails the test. */
export function linesOf({ stdout, stderr }: RunningSite): LogLine[] {
  const linesIn = (text: string): LogLine[] =>
    text
      // The last line may be incomplete.
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('ready on '))
      .map((line) => JSON.parse(line) as LogLine);
  return [...linesIn(stdout), ...linesIn(stderr)];
}

export const endsOf = (lines: readonly LogLine[]): LogLine[] =>
  lines.filter(({ event }) => event === 'call');

export const ofCall = (lines: readonly LogLine[], { request }: LogLine): LogLine[] =>
  lines.filter((it) => it.request === request);
