import type { LogEvent } from './deps.ts';

/** One JSON line an event, which is what log drains read. */
export function log(event: LogEvent): void {
  console.log(JSON.stringify(event));
}
