import { expect, test } from 'vitest';
import { noWaits } from '../../../support/worlds/inbox-world.ts';
import { createAsk } from '../../../../src/islands/staff/ask.ts';

class SessionEnded extends Error {
  override name = 'SessionEnded';
}

function asking(answers: (Response | Error)[], token: (force?: boolean) => Promise<string>) {
  const requests: Request[] = [];
  const { wait, waits } = noWaits();
  const ask = createAsk({
    wait,
    account: { token },
    fetch: (path, init) => {
      if (typeof path !== 'string') throw new TypeError('Expected the path as text');
      requests.push(new Request(new URL(path, 'https://site.example'), init));
      const answer = answers.shift() ?? Response.json({});
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { ask, requests, waits };
}

const tokens = (force = false) => Promise.resolve(force ? 'new' : 'old');
const refused = (status: number) => Response.json({ error: 'No.' }, { status });
const sent = (requests: Request[]) => requests.map((it) => it.headers.get('authorization'));

test('a call renews a token that expired early, and is repeated once', async () => {
  const { ask, requests } = asking([refused(401)], tokens);
  await expect(ask('/api/access')).resolves.toHaveProperty('status', 200);
  expect(sent(requests)).toEqual(['Bearer old', 'Bearer new']);
});

test('a call reports an ended session when the new token is also refused', async () => {
  const { ask, requests } = asking([refused(401), refused(401)], tokens);
  await expect(ask('/api/access')).rejects.toHaveProperty('why', 'ended');
  expect(requests).toHaveLength(2);
});

test.each<[string, string, Error]>([
  ['an ended session', 'ended', new SessionEnded()],
  ['no network', 'unreachable', new Error('auth/network-request-failed')],
])('a call without a token because of %s is reported as "%s"', async (_, why, reason) => {
  const { ask, requests } = asking([], () => Promise.reject(reason));
  await expect(ask('/api/access')).rejects.toHaveProperty('why', why);
  expect(requests).toEqual([]);
});

test.each([
  [403, 'denied', undefined],
  [400, 'refused', { error: 'No.' }],
  [404, 'refused', { error: 'No.' }],
  [500, 'broken', { error: 'No.' }],
  [502, 'broken', { error: 'No.' }],
])('a call reports status %i as "%s"', async (status, why, body) => {
  const { ask } = asking([refused(status)], tokens);
  await expect(ask('/api/access')).rejects.toMatchObject({ why, status, body });
});

test('a change is sent completely, even if the page is left during the request', async () => {
  const { ask, requests } = asking([], tokens);
  await ask('/api/spent', { json: { dollars: 5 } });
  await ask('/api/access');
  expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});

test('a call survives an error page that is not JSON', async () => {
  const { ask } = asking([new Response('<h1>Bad Gateway</h1>', { status: 502 })], tokens);
  await expect(ask('/api/access')).rejects.toMatchObject({ why: 'broken', body: undefined });
});

test('a response that is cut off counts as no response', async () => {
  const body = new ReadableStream({ pull: (it) => it.error(new TypeError('network error')) });
  const { ask } = asking([new Response(body)], tokens);
  await expect(ask('/api/access')).rejects.toHaveProperty('why', 'unreachable');
});

test('an aborted call is reported as aborted, not as a network failure', async () => {
  const { ask } = asking([new TypeError('Failed to fetch')], tokens);
  const signal = AbortSignal.abort();
  await expect(ask('/api/access', { signal })).rejects.toHaveProperty('name', 'AbortError');
});

test('a rate-limited call waits as long as Retry-After says, but not for hours', async () => {
  const busy = (seconds: number) =>
    Response.json({ error: 'No.' }, { status: 429, headers: { 'retry-after': String(seconds) } });
  const { ask, requests, waits } = asking(
    [busy(42), Response.json({}), busy(61), refused(429)],
    tokens,
  );
  await expect(ask('/api/access')).resolves.toHaveProperty('status', 200);
  expect(waits).toEqual([42_000]);
  expect(requests).toHaveLength(2);
  for (let i = 0; i < 2; i += 1)
    await expect(ask('/api/access')).rejects.toMatchObject({ why: 'refused', status: 429 });
  expect(waits).toHaveLength(1);
});
