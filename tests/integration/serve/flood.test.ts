/** The form's function behind the real server, with real sockets; 127.0.0.2 is another visitor's address. */
import { request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { FixtureSite } from '../../support/servers/fixture-site.ts';
import { withFunctions } from '../../support/servers/local-site.ts';
import { fromAnother } from '../../support/builders/requests.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const limit = 20;
let fixture: FixtureSite;
let site: RunningSite;

const open = () =>
  RunningSite.ready(fixture.root, {
    env: { DATA_DIR: 'data', SUBMIT_LIMIT: `${limit}/10m`, WEBHOOK_URL: '' },
  });

beforeAll(async () => {
  fixture = await withFunctions();
  site = await open();
}, 120_000);
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

function submit(from: string, to = site) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; wait: string }>();
  const options = { port: to.port, host: '127.0.0.1', localAddress: from, agent: false };
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

/** Each visitor is thanked, one after the other. */
async function serveAll(visitors: string[]): Promise<void> {
  for (const from of visitors) expect((await submit(from)).status).toBe(201);
}

const visitors = Array.from({ length: 15 }, (_, i) => `127.0.1.${i + 1}`);
const flooded = 600;
const atOnce = 10;

test(
  'a flood from one address stores no more leads than the limit, and other visitors are still served',
  { timeout: 120_000 },
  async () => {
    const statuses: number[] = [];
    let left = flooded;
    const flood = Array.from({ length: atOnce }, async () => {
      while (left-- > 0) statuses.push((await submit('127.0.0.2')).status);
    });
    await serveAll(visitors);
    // Some requests share the process with a visitor, who waits for no more than a few of each.
    expect(statuses.length / visitors.length).toBeLessThan(3 * atOnce);
    await Promise.all(flood);
    expect(statuses).toHaveLength(flooded);
    expect(statuses.filter((it) => it === 201)).toHaveLength(limit);
    expect(statuses.filter((it) => it === 429)).toHaveLength(flooded - limit);
    const store = openSqlite(fixture.path('data'), console.log);
    const { records } = await store.page({ filter: {}, limit: 2000 });
    await store.close();
    expect(records.filter(({ consent }) => consent.ip === '127.0.0.2')).toHaveLength(limit);
    expect(records).toHaveLength(limit + visitors.length);
  },
);

test('a second process and a restarted one share the counts', { timeout: 120_000 }, async () => {
  for (let i = 0; i < limit; i += 1) await submit('127.0.0.4');
  await using beside = await open();
  expect(await submit('127.0.0.4', beside)).toEqual({
    status: 429,
    wait: expect.stringMatching(/^[1-9]\d*$/) as string,
  });
  expect((await submit('127.0.0.5', beside)).status).toBe(201);
  site.signal('SIGTERM');
  await site.exit;
  site = await open();
  expect((await submit('127.0.0.4')).status).toBe(429);
});

test('the addresses that are counted are stored as keyed hashes', () => {
  const file = new DatabaseSync(fixture.path(`data/${fileName}`), { readOnly: true });
  const rows = file.prepare('SELECT id, value FROM sightings').all();
  file.close();
  expect(rows.length).toBeGreaterThan(visitors.length);
  expect(JSON.stringify(rows)).not.toContain('127.0.');
  for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
