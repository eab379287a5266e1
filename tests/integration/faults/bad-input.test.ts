import fc from 'fast-check';
import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { api } from '../../../src/shared/api.ts';
import { allStored } from '../../support/worlds/stored.ts';
import { ask, askRaw } from '../../support/servers/ask.ts';
import { sqliteEngine } from '../../support/worlds/each-engine.ts';
import { startFunctions } from '../../support/servers/functions-server.ts';
import { post } from '../../support/servers/local-site.ts';
import { aSubmission, origin, submitting } from '../../support/builders/requests.ts';
import { malformed, toRequest } from '../../support/builders/malformed.ts';
import { worldWith } from '../../support/worlds/world.ts';

test('each of six hundred malformed requests gets a reason, and none is stored', async () => {
  const store = (await sqliteEngine()).open();
  const world = worldWith(store);
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(malformed, async (sample) => {
      const response = await submitContact(toRequest(origin + api.submitContact, sample), world);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const type = response.headers.get('content-type') ?? undefined;
      expectReason({ status: response.status, type, text: await response.text() });
    }),
    { numRuns: 600 },
  );
  expect([...statuses.keys()].toSorted()).toEqual([400, 403, 405, 413, 415, 422]);
  expect(await allStored(store)).toEqual([]);
  expect(world.logged).toEqual([]);
  expect((await submitContact(submitting(aSubmission()), world)).status).toBe(201);
});

test('over the network, every function refuses malformed requests and invalid HTTP, and keeps answering', async () => {
  const engine = await sqliteEngine();
  await using server = await startFunctions(engine);
  // Health answers every caller, and the form of /stop may have other fields.
  const open: string[] = [api.health, api.stop];
  const paths = fc.constantFrom(...Object.values(api).filter((it) => !open.includes(it)));
  // A request with a wrong content length never ends.
  const sendable = malformed.filter(({ headers }) => !('content-length' in headers));
  const queries = fc.constantFrom(
    '',
    '?limit=1e99',
    '?cursor=%00',
    '?q=%ff',
    '?delivery[]=x',
    '?%',
  );
  await fc.assert(
    fc.asyncProperty(paths, queries, sendable, async (path, query, { method, headers, body }) => {
      const bodiless = method === 'GET' || method === 'HEAD';
      const question = { method, headers, ...(!bodiless && { body }) };
      const answer = await ask(server.port, path + query, question);
      expectReason({ ...answer, type: answer.headers['content-type'] });
    }),
    { numRuns: 200 },
  );
  const begin = `POST ${api.submitContact} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;
  for (const bytes of [
    `${begin}content-length: x\r\n\r\n{}`,
    `${begin}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${begin}x-a: ${'x'.repeat(17_000)}\r\n\r\n`,
    'GET /api/%ff HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    'hello\r\n\r\n',
  ])
    expect([400, 431], bytes.slice(0, 99)).toContain(await askRaw(server.port, bytes));
  const lead = aSubmission();
  expect((await post(server.port, api.submitContact, lead)).status).toBe(201);
  expect((await allStored(engine.open())).map(({ id }) => id)).toEqual([lead.id]);
  expect(server.output).not.toMatch(/^ +at /m);
});

test.each([
  ['application/json', 16],
  ['application/x-www-form-urlencoded', 128],
])('reading a huge body of %s stops once it is over the limit', async (type, limitKb) => {
  const store = (await sqliteEngine()).open();
  const { body, read } = hugeBody();
  const headers = { 'content-type': type };
  const streamed = { method: 'POST', headers, body, duplex: 'half' };
  const request = new Request(origin + api.submitContact, streamed);
  expect((await submitContact(request, worldWith(store))).status).toBe(413);
  expect(read.bytes).toBeLessThanOrEqual((limitKb + 4) * 1024);
  expect(read.cancelled).toBe(true);
});

/** A hundred megabytes, a kilobyte at a time. */
function hugeBody() {
  const read = { bytes: 0, cancelled: false };
  const chunk = new Uint8Array(1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.bytes += chunk.length;
      if (read.bytes < 100 * 1024 * 1024) controller.enqueue(chunk);
      else controller.close();
    },
    cancel() {
      read.cancelled = true;
    },
  });
  return { body, read };
}

const refusals: unknown[] = [400, 401, 403, 405, 413, 415, 422];

function expectReason({ status, type, text }: Answered): void {
  expect([refusals.includes(status), status, text]).toEqual([true, status, text]);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|Error:/);
  if (type === 'application/json' && text !== '') {
    expect(JSON.parse(text)).toMatchObject({ error: expect.stringMatching(/^[A-Z].+/) as string });
  } else if (type?.startsWith('text/html') && text !== '') {
    expect(text).toMatch(/<p[^>]*role="alert"[^>]*>[A-Z]/);
  } else if (text !== '') expect(text).toBe('This address is not well formed.');
}

interface Answered {
  status: number | undefined;
  type: string | undefined;
  text: string;
}
