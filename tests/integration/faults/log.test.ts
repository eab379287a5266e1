import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { publicRoutes } from '../../../functions/public.ts';
import { routes, signedRoutes } from '../../../functions/staff.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { api, pageLimit } from '../../../src/shared/api.ts';
import { onEachServer, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { endsOf, inWorld, linesOf, ofCall, type World } from '../../support/worlds/log-world.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { aSubmission, bearer, fromAnother } from '../../support/builders/requests.ts';
import { signed } from '../../support/builders/signed.ts';

/** A lead whose values each contain a unique word. */
const marked = (different: Partial<ReturnType<typeof aSubmission>> = {}) =>
  aSubmission({
    name: 'Markname Roe',
    email: 'markmail@example.com',
    phone: '(999) 777-4242',
    company: 'Markcompany',
    industry: 'markindustry',
    message: 'Markmessage.',
    ...different,
  });

/**
 * Finds the words above, the sender's address, and the admin's name and token. Of the phone number, it
 * finds only parts that no id or hash has by chance.
 */
const marks = /mark|\(999|777-?4242|203\.0\.113|sam@|sam-uid|eyJ/i;

const query = '?q=markname&industry=markindustry&cursor=markcursor&token=marktoken';

const names = new Set([
  ...readdirSync('netlify/functions').map((file) => file.replace(/\.ts$/, '')),
  ...[...routes, ...signedRoutes, ...publicRoutes].map(([, path]) =>
    path.replace(/^\/(api\/)?/, ''),
  ),
]);
for (const name of ['public', 'staff']) names.delete(name);

/** Calls every endpoint with valid and invalid requests that contain everything the log must not have. */
async function callAll({ receiver, call, server }: World): Promise<void> {
  const lead = marked();
  receiver.next({ status: 500, body: 'Markmessage. is not wanted' }, 'reset');
  expect(await call(api.submitContact + query, lead)).toBe(201);
  expect(await call(api.submitContact + query, lead)).toBe(200);
  expect(await call(api.submitContact, marked({ email: 'markmail' }))).toBe(422);
  expect(await call(api.submitContact, '{"name": "markname')).toBe(400);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await call(api.submitContact, 'name=markname&email=markmail', form)).toBe(422);
  await server.says(/"event":"delivery".+"status":500/);

  expect(await call(api.submissions + query)).toBe(400);
  expect(await call(api.search, { q: 'markname' })).toBe(200);
  expect(await call(api.submissionsCsv, { q: 'markname' })).toBe(200);
  expect(await call(`/thank-you${query}`)).toBe(200);
  expect(await call(api.access + query)).toBe(200);
  expect(await call(api.access, undefined, bearer('marktoken'))).toBe(401);
  expect(await call(`${api.audit}?cursor=markcursor`)).toBe(400);
  expect(await call(`${api.report}?month=markmonth&by=source`)).toBe(400);
  expect(await call(`${api.consentCertificate}?id=mark`)).toBe(404);
  expect(await call(`${api.consentCertificate}?id=${lead.id}`)).toBe(200);
  expect(await call(api.resendToWebhook + query, { submissionId: lead.id })).toBeLessThan(600);
  expect(await call(api.releaseSubmission, { submissionId: 'mark' })).toBe(404);
  expect(await call(api.answerSubmission, { submissionId: 'mark', answered: true })).toBe(404);
  expect(await call(api.archiveSubmission, { submissionId: 'mark', archived: true })).toBe(404);
  const about = { submissionId: lead.id, was: null };
  const lost = { outcome: 'lost', reason: 'other', words: 'mark' };
  expect(await call(api.outcome, { ...about, ...lost })).toBe(200);
  expect(await call(api.callBack, { ...about, at: 'mark' })).toBe(422);
  expect(await call(api.note, { submissionId: lead.id, text: 'mark' })).toBe(200);
  expect(await call(`${api.adsExport}?for=google&month=mark`)).toBe(400);
  const spent = { month: '2026-11', campaign: 'mark', dollars: 1, was: null };
  expect(await call(api.spent, spent)).toBe(200);
  expect(await call(api.health + query)).toBe(200);
  expect(await call(api.alerts + query)).toBe(200);
  expect(await call(api.alerts + query, {})).toBe(502);
  expect(await call(api.testDelivery + query, {})).toBe(200);
  const person = { email: 'markmail@example.com', phone: 'mark 713 555 0142' };
  expect(await call(api.doNotContact + query, { ...person, on: true })).toBe(200);
  expect(await call(api.reports + query, [], { 'content-type': 'application/reports+json' })).toBe(
    204,
  );
  expect(await call(api.stop + query, 'email=markmail@example.com', form)).toBe(303);
  expect(await call(api.optOut + query, person, signed(JSON.stringify(person)))).toBe(204);
  expect(await call(api.optOut, person)).toBe(401);
  expect(await call(api.erasedConsent + query, person)).toBe(200);
  expect(await call(api.doNotContact, { email: 'mark', on: 'mark' })).toBe(422);
  expect(await call(api.erasePerson, { email: 'markmail@example.com' })).toBe(200);
  expect(await call(api.erasePerson, { email: 'markmail@example.com', count: 1 })).toBe(200);
}

/** Two leads whose deliveries begin before either ends. */
async function twoAtOnce({ server, receiver, call }: World): Promise<void> {
  const release = receiver.hold();
  await call(api.submitContact, fromAnother());
  await call(api.submitContact, fromAnother());
  await receiver.arrived(2);
  release();
  const linesAbout = (about: string) => linesOf(server).filter(({ event }) => event === about);
  await expect.poll(() => linesAbout('delivery')).toHaveLength(2);
  for (const submission of linesAbout('submission')) {
    const lines = ofCall(linesOf(server), submission);
    expect(lines.map(({ event, id, status }) => [event, id, status])).toEqual([
      ['submission', submission.id, undefined],
      ['call', undefined, 201],
      ['delivery', submission.id, 200],
    ]);
  }
}

/** More than a page of the export, so that its end is read after the call. */
const leads = Array.from({ length: pageLimit.most + 50 }, (_, i) =>
  aRecord({ created_at: second(i) }),
);
const [oldest] = leads;

onEachServer((makeEngine) => {
  test('every log line has the name of its call, also after the answer, and no line has personal data', async () => {
    await inWorld(await makeEngine(), async (world) => {
      await twoAtOnce(world);
      await callAll(world);
      const { server } = world;
      await expect
        .poll(() => new Set(endsOf(linesOf(server)).map((it) => it.function)))
        .toEqual(names);
      const lines = linesOf(server);
      const ends = endsOf(lines);

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
        expect(names).toContain(line.function);
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
});

test('stderr has failures with their cause, and no other lines', async () => {
  await inWorld(await sqliteEngine(), async ({ server, engine, receiver, call }) => {
    receiver.usually({ status: 500 });
    const lead = marked();
    await call(api.submitContact, lead);
    await server.says(/"event":"delivery"/);
    const raw = new DatabaseSync(join(engine.env['DATA_DIR'] ?? '', fileName));
    raw.exec(`UPDATE submissions SET value = json_set(value, '$.consent', 'Markconsent')`);
    raw.close();
    expect(await call(api.resendToWebhook, { submissionId: lead.id })).toBe(409);

    await server.says(/"function":"resend-to-webhook","event":"call"/);
    const lines = linesOf(server);
    const [end] = endsOf(lines).filter((it) => it.function === 'resend-to-webhook');
    expect(end).toMatchObject({ outcome: 'refused', status: 409 });
    expect(end && ofCall(lines, end)).toMatchObject([
      { event: 'call' },
      { event: 'failure', error: expect.stringMatching(/^DamagedRecord at /) as string },
    ]);
    expect(lines.filter(({ event }) => event === 'delivery')).toMatchObject([{ level: 'error' }]);
    const errors = server.stderr.trim().split('\n');
    expect(errors.every((line) => line.includes('"level":"error"'))).toBe(true);
    expect(server.stdout).not.toContain('"level":"error"');
    expect(server.output).not.toMatch(marks);
  });
});

test('lines that an export logs during its answer name its call', async () => {
  await inWorld(await sqliteEngine(), async ({ server, engine, call }) => {
    const store = engine.open();
    await Promise.all(leads.map((it) => store.create(it)));
    await engine.damage(oldest?.id ?? '', { tries: 'x' });
    expect(await call(api.submissionsCsv)).toBe(200);
    await server.says(/"function":"submissions.csv","event":"damaged-record"/);
    await server.says(/"function":"submissions.csv","event":"call"/);
    const lines = linesOf(server);
    const end = endsOf(lines).find((it) => it.function === 'submissions.csv');
    const damaged = lines.filter(
      ({ event, id }) => event === 'damaged-record' && id === oldest?.id,
    );
    expect(damaged.map(({ request }) => request)).toContain(end?.request);
  });
});
