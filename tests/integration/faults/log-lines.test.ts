/** Runs every door in its own process. What it prints is the whole log. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { api, pageLimit } from '../../../src/shared/api.ts';
import { ask } from '../../support/servers/ask.ts';
import { onEachEngine, sqliteEngine, type Engine } from '../../support/worlds/each-engine.ts';
import { startFunctions } from '../../support/servers/functions-server.ts';
import { endsOf, linesOf, type LogLine } from '../../support/worlds/log-lines.ts';
import { marked, marks } from '../../support/builders/marked.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { bearer } from '../../support/builders/requests.ts';
import type { RunningSite } from '../../support/servers/running-site.ts';
import { UnsignedAccounts } from '../../support/servers/unsigned-accounts.ts';

const query = '?q=markname&industry=markindustry&cursor=markcursor&token=marktoken';

const doors = readdirSync('netlify/functions').map((file) => file.replace(/\.ts$/, ''));
const json = { 'content-type': 'application/json' };

interface World {
  server: RunningSite;
  engine: Engine;
  receiver: Receiver;
  /** As the admin, with a header that nobody should read. */
  call: (
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<number | undefined>;
}

async function inWorld(engine: Engine, work: (world: World) => Promise<void>): Promise<void> {
  await using receiver = await Receiver.open();
  await using accounts = await UnsignedAccounts.open('sam-uid', 'sam@example.com');
  await engine.open().grantRole(accounts.uid, 'admin');
  const env = { ...engine.env, FIREBASE_AUTH_EMULATOR_HOST: accounts.host };
  await using server = await startFunctions({ ...engine, env }, receiver.url);
  const token = accounts.token(engine.env['FIREBASE_PROJECT_ID']);
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

/** Calls every door, rightly and wrongly, with everything that must not be in the log. */
async function callAll({ receiver, call, server }: World): Promise<void> {
  const lead = marked();
  receiver.next({ status: 500, body: 'Markmessage. is not wanted' }, 'reset');
  expect(await call(api.submitContact + query, lead)).toBe(201);
  expect(await call(api.submitContact + query, lead)).toBe(200);
  expect(await call(api.submitContact, marked({ email: 'markmail' }))).toBe(422);
  expect(await call(api.submitContact, '{"name": "markname')).toBe(400);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await call(api.submitContact, 'name=markname&email=markmail', form)).toBe(422);
  await server.says(/"event":"delivery"/);

  expect(await call(api.submissions + query)).toBe(400);
  expect(await call(`${api.submissions}?q=markname`)).toBe(200);
  expect(await call(`${api.submissionsCsv}?q=markname`)).toBe(200);
  expect(await call(`/thank-you${query}`)).toBe(200);
  expect(await call(api.access + query)).toBe(200);
  expect(await call(api.access, undefined, bearer('marktoken'))).toBe(401);
  expect(await call(`${api.audit}?cursor=markcursor`)).toBe(400);
  expect(await call(`${api.report}?month=markmonth`)).toBe(400);
  expect(await call(`${api.consentCertificate}?id=mark`)).toBe(404);
  expect(await call(`${api.consentCertificate}?id=${lead.id}`)).toBe(200);
  expect(await call(api.resendToWebhook + query, { submissionId: lead.id })).toBeLessThan(600);
  expect(await call(api.releaseSubmission, { submissionId: 'mark' })).toBe(404);
  expect(await call(api.answerSubmission, { submissionId: 'mark', answered: true })).toBe(404);
  expect(await call(api.archiveSubmission, { submissionId: 'mark', archived: true })).toBe(404);
  expect(await call(api.health + query)).toBe(200);
  expect(await call(api.alerts + query)).toBe(200);
  expect(await call(api.alerts + query, {})).toBe(502);
  expect(await call(api.testDelivery + query, {})).toBe(201);
  expect(await call(`${api.testDelivery}?id=mark`)).toBe(404);
  const person = { email: 'markmail@example.com', phone: 'mark 713 555 0142' };
  expect(await call(api.doNotContact + query, { ...person, on: true })).toBe(200);
  expect(await call(api.erasedConsent + query, person)).toBe(200);
  expect(await call(api.doNotContact, { email: 'mark', on: 'mark' })).toBe(422);
  expect(await call(api.erasePerson, { email: 'markmail@example.com' })).toBe(200);
  expect(await call(api.erasePerson, { email: 'markmail@example.com', count: 1 })).toBe(200);
}

const ofCall = (lines: readonly LogLine[], { request }: LogLine): LogLine[] =>
  lines.filter((it) => it.request === request);

onEachEngine((makeEngine) => {
  test('every door names its calls, and no line has anything of a person', async () => {
    await inWorld(await makeEngine(), async (world) => {
      await callAll(world);
      const { server } = world;
      await server.says(/"function":"erase-old","event":"call"/);
      await server.says(/"function":"sweep-tests","event":"call"/);
      const lines = linesOf(server);
      const ends = endsOf(lines);

      expect(new Set(ends.map((it) => it.function))).toEqual(new Set(doors));
      expect(server.output).not.toMatch(marks);
      for (const line of lines) {
        expect(Object.keys(line).slice(0, 5)).toEqual([
          'time',
          'level',
          'request',
          'function',
          'event',
        ]);
        expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(600_000);
        expect(line.request).toMatch(/^[\da-f-]{36}$/);
        expect(doors).toContain(line.function);
      }
      // Each call has one last line, and its other lines name its function, too.
      expect(new Set(ends.map(({ request }) => request)).size).toBe(ends.length);
      for (const end of ends) {
        expect(end.ms).toEqual(expect.any(Number));
        expect(['done', 'refused', 'unavailable', 'failed']).toContain(end.outcome);
        const functions = ofCall(lines, end).map((it) => it.function);
        expect(new Set(functions)).toEqual(new Set([end.function]));
      }
    });
  });

  test('lines of work after the answer name its call', async () => {
    await inWorld(await makeEngine(), async ({ server, receiver, call }) => {
      const release = receiver.hold();
      await call(api.submitContact, marked());
      await call(api.submitContact, marked());
      await receiver.arrived(2);
      const before = linesOf(server).filter(({ event }) => event === 'submission');
      expect(before).toHaveLength(2);
      release();
      await expect
        .poll(() => linesOf(server).filter(({ event }) => event === 'delivery'))
        .toHaveLength(2);
      const lines = linesOf(server);
      for (const submission of before) {
        const events = ofCall(lines, submission).map(({ event, id, status }) => [
          event,
          id,
          status,
        ]);
        expect(events).toEqual([
          ['submission', submission.id, undefined],
          ['call', undefined, 201],
          ['delivery', submission.id, 200],
        ]);
      }
    });
  });
});

/** More than a page of the export, so that its end is read after the call. */
const leads = Array.from({ length: pageLimit.most + 50 }, (_, i) =>
  aRecord({ created_at: second(i) }),
);
const [oldest] = leads;

onEachEngine((makeEngine) => {
  test('lines that an export logs during its answer name its call', async () => {
    await inWorld(await makeEngine(), async ({ server, engine, call }) => {
      const store = engine.open();
      await Promise.all(leads.map((it) => store.create(it)));
      await engine.damage(oldest?.id ?? '', { tries: 'x' });
      expect(await call(api.submissionsCsv)).toBe(200);
      await server.says(/"function":"submissions-csv","event":"damaged-record"/);
      const lines = linesOf(server);
      const end = endsOf(lines).find((it) => it.function === 'submissions-csv');
      const damaged = lines.filter(
        ({ event, id }) => event === 'damaged-record' && id === oldest?.id,
      );
      expect(damaged.map(({ request }) => request)).toContain(end?.request);
    });
  });
});

test('the outcome of a call is one of four words, beside its status', async () => {
  await inWorld(await sqliteEngine(), async ({ server, engine, call }) => {
    await call(api.access);
    await call(api.access, {});
    await expect.poll(() => endsOf(linesOf(server)).length).toBeGreaterThan(2);
    const raw = new DatabaseSync(join(engine.env['DATA_DIR'] ?? '', fileName));
    raw.exec('DROP TABLE user_roles');
    raw.close();
    await call(api.access);
    const ends = endsOf(linesOf(server)).filter((it) => it.function === 'access');
    expect(ends).toMatchObject([
      { level: 'info', method: 'GET', outcome: 'done', status: 200 },
      { level: 'info', method: 'POST', outcome: 'refused', status: 405 },
      { level: 'error', method: 'GET', outcome: 'unavailable', status: 503 },
    ]);
  });
});

test('stderr has failures with their cause, and nothing else', async () => {
  await inWorld(await sqliteEngine(), async ({ server, engine, receiver, call }) => {
    receiver.usually({ status: 500 });
    const lead = marked();
    await call(api.submitContact, lead);
    await server.says(/"event":"delivery"/);
    const raw = new DatabaseSync(join(engine.env['DATA_DIR'] ?? '', fileName));
    raw.exec(`UPDATE submissions SET record = json_set(record, '$.consent', 'Markconsent')`);
    raw.close();
    expect(await call(api.resendToWebhook, { submissionId: lead.id })).toBe(500);

    const lines = linesOf(server);
    const [end] = endsOf(lines).filter((it) => it.function === 'resend-to-webhook');
    expect(end).toMatchObject({ outcome: 'failed', status: 500 });
    expect(end && ofCall(lines, end)).toMatchObject([
      { event: 'failure', error: expect.stringMatching(/^DamagedRecord at /) as string },
      { event: 'call' },
    ]);
    expect(lines.filter(({ event }) => event === 'delivery')).toMatchObject([{ level: 'error' }]);
    const errors = server.stderr.trim().split('\n');
    expect(errors.every((line) => line.includes('"level":"error"'))).toBe(true);
    expect(server.stdout).not.toContain('"level":"error"');
    expect(server.output).not.toMatch(marks);
  });
});
