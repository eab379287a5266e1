import { Unavailable } from '../http/unavailable.ts';

declare const isDescribed: unique symbol;
/** Text about an error that may stand in the log: made here and nowhere else. */
export type Described = string & { [isDescribed]: true };

/**
 * An error in one line, for the log alone. What our own errors say, and why, quotes no visitor; of
 * any other the message may, so of those only the name and the place are told.
 */
export const describe = (error: unknown): Described => textOf(error) as Described;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error instanceof Unavailable) return chain(error);
  // The stack begins with the message, which may have lines that look like places.
  const { message, stack = '' } = error;
  const places = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  return [error.name, ...places.slice(0, 4).map((it) => it.trim())].join(' ');
}

function chain(error: Error): string {
  const own = `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${own} Because: ${chain(error.cause)}` : own;
}
