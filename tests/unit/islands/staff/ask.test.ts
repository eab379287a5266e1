import { expect, test } from 'vitest';
import { createAsk } from '../../../../src/islands/staff/ask.ts';

class SessionEnded extends Error {
  override name = 'SessionEnded';
}

function world(answers: (Response | Error)[], token: (force?: boolean) => Promise<string>) {
  const requests: Request[] = [];
  const ask = createAsk({
    account: { token },
    fetch: (path, init) => {
      if (typeof path !== 'string') throw new TypeError('The path is no text');
      requests.push(new Request(new URL(path, 'https://site.example'), init));
      const answer = answers.shift() ?? Response.json({});
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { ask, requests };
}

const tokens = (force = false) => Promise.resolve(force ? 'new' : 'old');
const refused = (status: number, error = 'No.') => Response.json({ error }, { status });
const sent = (requests: Request[]) => requests.map((it) => it.headers.get('authorization'));

test('asks as the person who is signed in', async () => {
  const { ask, requests } = world([], tokens);
  await ask('/api/access');
  expect(sent(requests)).toEqual(['Bearer old']);
  expect(requests[0]?.method).toBe('GET');
});

test('a token that ended early is renewed once, and the call made again', async () => {
  const { ask, requests } = world([refused(401)], tokens);
  await expect(ask('/api/access')).resolves.toHaveProperty('status', 200);
  expect(sent(requests)).toEqual(['Bearer old', 'Bearer new']);
});

test('a new token that is refused too ends the session', async () => {
  const { ask, requests } = world([refused(401), refused(401)], tokens);
  await expect(ask('/api/access')).rejects.toHaveProperty('why', 'ended');
  expect(requests).toHaveLength(2);
});

test('a session that gives no token any more has ended', async () => {
  const { ask, requests } = world([], () => Promise.reject(new SessionEnded()));
  await expect(ask('/api/access')).rejects.toHaveProperty('why', 'ended');
  expect(requests).toEqual([]);
});

test('without a network there is no token, and no end of the session either', async () => {
  const { ask } = world([], () => Promise.reject(new Error('auth/network-request-failed')));
  await expect(ask('/api/access')).rejects.toHaveProperty('why', 'unreachable');
});

test.each([
  [403, 'denied', undefined],
  [400, 'refused', { error: 'No.' }],
  [404, 'refused', { error: 'No.' }],
  [500, 'broken', { error: 'No.' }],
  [502, 'broken', { error: 'No.' }],
])('an answer of %i is "%s"', async (status, why, body) => {
  const { ask } = world([refused(status)], tokens);
  await expect(ask('/api/access')).rejects.toMatchObject({ why, status, body });
});

test('an error page that is no JSON is still an answer', async () => {
  const { ask } = world([new Response('<h1>Bad Gateway</h1>', { status: 502 })], tokens);
  await expect(ask('/api/access')).rejects.toMatchObject({ why: 'broken', body: undefined });
});

test('a call that was called off says so, and not that the network is gone', async () => {
  const { ask } = world([new TypeError('Failed to fetch')], tokens);
  const signal = AbortSignal.abort();
  await expect(ask('/api/access', { signal })).rejects.toHaveProperty('name', 'AbortError');
});
