/** The form's function behind the real server, with real sockets; 127.0.0.5 is another visitor's address. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withFunctions } from '../../support/servers/local-site.ts';
import { fromAnother } from '../../support/builders/requests.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const limit = 20;

function submit(from: string, { port }: RunningSite) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; wait: string }>();
  const options = { port, host: '127.0.0.1', localAddress: from, agent: false };
  request({ ...options, path: '/api/submit-contact', method: 'POST' }, (incoming) => {
    text(incoming).then(() => {
      const wait = incoming.headers['retry-after'] ?? '';
      resolve({ status: incoming.statusCode ?? 0, wait });
    }, reject);
  })
    .setHeaders(new Headers({ 'content-type': 'application/json' }))
    .on('error', reject)
    .end(JSON.stringify(fromAnother()));
  return promise;
}

test(
  'the limit of a network holds across processes and a restart, and other visitors are served',
  { timeout: 120_000 },
  async () => {
    await using fixture = await withFunctions();
    const env = { DATA_DIR: 'data', SUBMIT_LIMIT: `${limit}/10m`, WEBHOOK_URL: '' };
    const open = () => RunningSite.ready(fixture.root, { env });
    await using site = await open();
    for (let i = 0; i < limit; i += 1)
      expect(await submit('127.0.0.4', site)).toMatchObject({ status: 201 });
    await using beside = await open();
    expect(await submit('127.0.0.4', beside)).toEqual({
      status: 429,
      wait: expect.stringMatching(/^[1-9]\d*$/) as string,
    });
    expect((await submit('127.0.0.5', beside)).status).toBe(201);
    site.signal('SIGTERM');
    await site.exit;
    await using restarted = await open();
    expect((await submit('127.0.0.4', restarted)).status).toBe(429);
  },
);
