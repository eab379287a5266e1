import { StartError } from './start-error.ts';

const DEFAULT_PORT = 8888;
const HIGHEST_PORT = 65_535;

/** Reads PORT as the environment gives it. 0 asks for any free port. */
export function parsePort(value: string | undefined): number {
  if (!value) return DEFAULT_PORT;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > HIGHEST_PORT) {
    throw new StartError(
      `PORT must be a whole number from 0 to ${String(HIGHEST_PORT)}, and it is "${value}".`,
    );
  }
  return port;
}
