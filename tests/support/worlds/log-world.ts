import { bearer } from '../builders/requests.ts';
import { ask } from '../servers/ask.ts';
import { FakeGoogle } from '../servers/fake-google.ts';
import { startFunctions } from '../servers/functions-server.ts';
import { Receiver } from '../servers/receiver.ts';
import type { RunningSite } from '../servers/running-site.ts';
import type { Engine } from './each-engine.ts';

const json = { 'content-type': 'application/json' };

export interface World {
  server: RunningSite;
  engine: Engine;
  receiver: Receiver;
  /** Calls as the admin, with a header that must not be logged. */
  call: (
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<number | undefined>;
}

/** Runs every endpoint in its own process. Its output is the whole log. */
export async function inWorld(
  engine: Engine,
  work: (world: World) => Promise<void>,
): Promise<void> {
  await using receiver = await Receiver.open();
  await using google = await FakeGoogle.open(engine.env['FIREBASE_PROJECT_ID']);
  google.accounts.set('sam-uid', {});
  await engine.open().grantRole('sam-uid', 'admin');
  // A later scheduled run could deliver a lead before the call that brings it, like the first run.
  const env = {
    ...engine.env,
    FIREBASE_AUTH_EMULATOR_HOST: google.host,
    RETRY_EVERY_MS: '3600000',
  };
  await using server = await startFunctions({ ...engine, env }, receiver.url);
  await server.says(/"function":"tick","event":"call"/);
  const token = google.token({ sub: 'sam-uid', email: 'sam@example.com' }, { alg: 'none' });
  const call: World['call'] = async (path, body, headers = {}) => {
    const answer = await ask(server.port, path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...bearer(token), 'user-agent': 'markagent', ...json, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answer.status;
  };
  await work({ server, engine, receiver, call });
}

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
